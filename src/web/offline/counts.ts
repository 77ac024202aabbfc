import type { OfflineDatabase } from './database.ts';
import { countUnsent, inState } from './outbox.ts';
import { lastSyncKey } from './sync.ts';

/** What the screens say of a store, and its device's sync. */
export async function readCounts(db: OfflineDatabase) {
  return {
    pendingCount: await countUnsent(db),
    attentionCount: await inState(db, 'needs-attention').count(),
    elsewhereCount: await inState(db, 'elsewhere').count(),
    lastSync: Number((await db.cached.get(lastSyncKey))?.value ?? 0),
    wasEmptied: (await db.marks.get('store'))?.isEmptied === true,
  };
}
