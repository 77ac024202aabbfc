import { useLiveQuery } from 'dexie-react-hooks';

import type { OfflineDatabase } from '#web/offline/store/database.ts';
import { useStoreRestarts } from '#web/offline/store/store-state.ts';
import { currentStore, hasStore } from '#web/offline/store/store.ts';

/**
 * Runs a query on the device's store, and runs it again whenever its data changes in any tab, and when the
 * store restarts.
 */
export function useStored<T>(
  query: (db: OfflineDatabase) => Promise<T>,
  dependencies: unknown[] = [],
): T | undefined {
  const restarts = useStoreRestarts();
  return useLiveQuery(
    async () => (hasStore() ? query(currentStore()) : undefined),
    [...dependencies, restarts],
  );
}
