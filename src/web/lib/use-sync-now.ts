import { useState } from 'react';

import { syncNow, useSyncStatus, type SyncResult } from '#web/offline/sync-status.ts';

/**
 * For a button that syncs. It can be pressed while a sync runs that began by itself, because that
 * may happen at any moment, and such a sync leaves out records whose back-off has not ended and
 * says nothing at its end. One that was asked for follows it.
 *
 * @param whenDone gets the result of the sync that was asked for
 */
export function useSyncNow(whenDone: (result: SyncResult) => void = () => undefined) {
  const { isSyncing } = useSyncStatus();
  const [isAsked, setAsked] = useState(false);
  const ask = async () => {
    setAsked(true);
    const result = await syncNow();
    setAsked(false);
    whenDone(result);
  };
  return { isSyncing: isSyncing || isAsked, isAsked, ask: () => void ask() };
}
