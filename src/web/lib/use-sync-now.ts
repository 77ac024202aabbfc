import { useState } from 'react';

import { syncNow, useSyncStatus, type SyncResult } from '#web/offline/sync/sync-status.ts';

/**
 * Returns the state and action of a button that syncs. The button can be pressed even while a sync runs that
 * began by itself. Such a sync may begin at any moment, skips records whose back-off has not ended, and shows
 * no result. So the requested sync runs after it.
 *
 * @param whenDone called with the result of the requested sync
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
