import { useEffect, useState } from 'react';

import { draftLock, lockWhile } from '#web/offline/locks.ts';
import { currentStore } from '#web/offline/store.ts';

/**
 * One writer per interview: holds its lock while the component is there. `elsewhere` means that
 * another tab has it open; when that one closes, it is ours.
 */
export function useDraftLock(clientId: string): 'asking' | 'held' | 'elsewhere' {
  const [state, setState] = useState<'asking' | 'held' | 'elsewhere'>('asking');
  useEffect(() => {
    const ended = new AbortController();
    lockWhile(draftLock(currentStore().name, clientId), ended.signal, () => setState('held'));
    // Asked for a moment, not at once: in a hand-over the other one is just about to let go.
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
