import type { OfflineDatabase } from '#web/offline/store/database.ts';
import { durably } from '#web/offline/store/durably.ts';

/**
 * Finds the interviews that ended on this device. This is separate from `outbox/interviews.ts`, because the
 * setup of an interview needs only this part.
 */

/** Returns the client ids of all interviews that were finished or given up on this device. */
export async function endedHere(db: OfflineDatabase): Promise<ReadonlySet<string>> {
  const tables = [db.envelopes, db.receipts, db.abandoned];
  const ids = await Promise.all(tables.map((table) => table.toCollection().primaryKeys()));
  return new Set(ids.flat());
}

/** Returns how an interview ended on this device; null when it did not. */
export async function endingHere(
  db: OfflineDatabase,
  clientId: string,
): Promise<'completed' | 'abandoned' | null> {
  const isIn = async (table: 'envelopes' | 'receipts' | 'abandoned') =>
    (await db[table].where('clientId').equals(clientId).count()) > 0;
  if ((await isIn('envelopes')) || (await isIn('receipts'))) return 'completed';
  return (await isIn('abandoned')) ? 'abandoned' : null;
}

/** Deletes the record of an interview that could not be abandoned, once the person has read why. */
export async function forgetAbandoned(db: OfflineDatabase, clientId: string): Promise<void> {
  await durably(db, () => db.abandoned.delete(clientId));
}
