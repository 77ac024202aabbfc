import { useRef } from 'react';

import { newRequestKey } from './request-key.ts';

/**
 * Returns a function that gives the key for a creating call. The key stays the same while the
 * content stays the same, so that a lost reply creates nothing twice. Other content gets a new key.
 */
export function useRequestKey(): (content: unknown) => string {
  const last = useRef({ content: '', key: '' });
  return (given) => {
    const content = JSON.stringify(given);
    if (content !== last.current.content) last.current = { content, key: newRequestKey() };
    return last.current.key;
  };
}
