import { useLiveQuery } from 'dexie-react-hooks';

import type { OfflineDatabase } from '#web/offline/database.ts';
import { currentStore, hasStore } from '#web/offline/store.ts';

/** Runs a query on the device's store, and runs it again whenever its data changes in any tab. */
export function useStored<T>(
  query: (db: OfflineDatabase) => Promise<T>,
  dependencies: unknown[] = [],
): T | undefined {
  return useLiveQuery(async () => (hasStore() ? query(currentStore()) : undefined), dependencies);
}
