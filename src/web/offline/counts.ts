import type { OfflineDatabase } from './database.ts';
import { countIn, countUnsent } from './outbox/kinds.ts';
import { lastSyncKey } from './sync.ts';

/** Reads the counts that the screens show about a store and its sync. */
export async function readCounts(db: OfflineDatabase) {
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
