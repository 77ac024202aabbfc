import { useEffect, useRef } from 'react';

import { isNotFound } from '#web/lib/api.ts';

/**
 * Returns the `onSettled` of a change that somebody has typed: it reads again what the change concerns. When the
 * server no longer finds the record, because it was deleted or given to someone else, the new reading would replace the
 * screen, and the form with it. So in that case this reads again only once the form has left the screen. Until then
 * the screen says why the change was refused, and the text can be copied.
 */
export function useRefreshAfter(refresh: () => Promise<void>) {
  const due = useRef<() => Promise<void>>(undefined);
  useEffect(() => () => void due.current?.(), []);
  return (_reply: unknown, error: Error | null): Promise<void> | undefined => {
    due.current = isNotFound(error) ? refresh : undefined;
    return due.current ? undefined : refresh();
  };
}
