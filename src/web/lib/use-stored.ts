import { useLiveQuery } from 'dexie-react-hooks';

import type { OfflineDatabase } from '#web/offline/store/database.ts';
import { useIsStoreStuck } from '#web/offline/store/store-state.ts';
import { currentStore, hasStore } from '#web/offline/store/store.ts';

/**
 * Runs a query on the device's store, and runs it again whenever its data changes in any tab, and when the
 * store responds again after it had stopped.
 */
export function useStored<T>(
  query: (db: OfflineDatabase) => Promise<T>,
  dependencies: unknown[] = [],
): T | undefined {
  const isStuck = useIsStoreStuck();
  return useLiveQuery(
    async () => (hasStore() ? query(currentStore()) : undefined),
    [...dependencies, isStuck],
  );
}
