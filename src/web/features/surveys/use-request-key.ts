import { useRef } from 'react';

import { newRequestKey } from '#web/lib/api.ts';

/**
 * The key of a creating call: the same while the same content is sent again, so that a lost answer
 * makes nothing twice, and another one once the content was changed.
 */
export function useRequestKey(): (content: unknown) => string {
  const last = useRef({ content: '', key: '' });
  return (given) => {
    const content = JSON.stringify(given);
    if (content !== last.current.content) last.current = { content, key: newRequestKey() };
    return last.current.key;
  };
}
