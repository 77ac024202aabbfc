import { Dexie, type ObservabilitySet } from 'dexie';

import type { OfflineDatabase } from './database.ts';

export type TableWatch = {
  /** Returns whether a table has changed since this was last called. The first call returns true. */
  hasChanged: () => boolean;
  stop: () => void;
};

/**
 * Watches tables of a store for changes in any tab. So nobody has to read them to notice a change.
 */
export function watchTables(
  db: OfflineDatabase,
  tables: readonly { readonly name: string }[],
): TableWatch {
  let isChanged = true;
  const prefixes = tables.map(({ name }) => `idb://${db.name}/${name}/`);
  const note = (parts: ObservabilitySet) => {
    isChanged ||= Object.keys(parts).some(
      (part) => part === 'all' || prefixes.some((prefix) => part.startsWith(prefix)),
    );
  };
  Dexie.on.storagemutated.subscribe(note);
  return {
    hasChanged: () => {
      const was = isChanged;
      isChanged = false;
      return was;
    },
    stop: () => Dexie.on.storagemutated.unsubscribe(note),
  };
}
