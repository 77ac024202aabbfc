import type { OfflineDatabase } from '#web/offline/store/database.ts';
import { allKinds, countIn, countUnsent } from '#web/offline/outbox/kinds.ts';
import { lastSyncKey } from './sync.ts';

/**
 * Reads the counts that the screens show about a store and its sync. They are read in one
 * transaction, because beginning one takes a slow phone longer than all that is read here.
 */
export function readCounts(db: OfflineDatabase) {
  const tables = [...allKinds.map((kind) => kind.table(db)), db.marks, db.cached];
  return db.transaction('r', tables, () => countAll(db));
}

async function countAll(db: OfflineDatabase) {
  const unsent = await countUnsent(db);
  const mark = await db.marks.get('store');
  return {
    pendingCount: unsent.count,
    pendingWords: unsent.words,
    attentionCount: await countIn(db, 'attention'),
    toDecideCount: await countIn(db, 'decide'),
    lastSync: Number((await db.cached.get(lastSyncKey))?.value ?? 0),
    wasEmptied: mark?.isEmptied === true,
    lostFiles: mark?.lostFiles ?? 0,
  };
}
