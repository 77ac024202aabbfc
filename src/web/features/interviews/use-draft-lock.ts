import { useEffect, useState } from 'react';

import { draftLock, lockWhile } from '#web/offline/store/locks.ts';
import { currentStore } from '#web/offline/store/store.ts';

/**
 * Holds the interview's lock while the component is mounted, so that only one tab can write.
 * `elsewhere` means that another tab has the interview open. When that tab closes, this one gets
 * the lock.
 */
export function useDraftLock(clientId: string): 'asking' | 'held' | 'elsewhere' {
  const [state, setState] = useState<'asking' | 'held' | 'elsewhere'>('asking');
  useEffect(() => {
    const ended = new AbortController();
    lockWhile(draftLock(currentStore().name, clientId), ended.signal, () => setState('held'));
    // Waits a moment before it reports `elsewhere`, because the other tab may be about to release
    // the lock.
    const busy = setTimeout(
      () => setState((current) => (current === 'held' ? current : 'elsewhere')),
      400,
    );
    return () => {
      clearTimeout(busy);
      ended.abort();
      setState('asking');
    };
  }, [clientId]);
  return state;
}
