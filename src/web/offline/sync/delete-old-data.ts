import { deleteOldFileBytes } from '#web/offline/files/stored-file-bytes.ts';
import { readStorageRoom } from '#web/offline/store/storage-room.ts';
import { cacheDays, receiptDays, type OfflineDatabase } from '#web/offline/store/database.ts';

const day = 24 * 60 * 60_000;

/**
 * Deletes what the device no longer needs: readings that nobody has used for a month, receipts and sent plans
 * that are a month old, and the bytes of files that the server has. Only a sync does this, and it uses the time
 * that the server has just sent. The device's own clock never decides: a clock set ahead would empty the device
 * (rule 46).
 *
 * A record that is new or comes from an earlier release has no server time. It gets the present server time,
 * and so stays for a whole month.
 */
export async function deleteOldData(db: OfflineDatabase, serverTime: number): Promise<void> {
  await deleteOldReadings(db, serverTime);
  await deleteOldReceipts(db, serverTime);
  await deleteOldPlans(db, serverTime);
  await deleteOldFileBytes(db, serverTime, await readStorageRoom().catch(() => null));
}

async function deleteOldReadings(db: OfflineDatabase, now: number): Promise<void> {
  await db.transaction('rw', db.cached, db.unused, async () => {
    const old = await db.unused
      .where('since')
      .below(now - cacheDays * day)
      .primaryKeys();
    await db.cached.bulkDelete(old);
    await db.unused.bulkDelete(old);
    const noted = new Set(await db.unused.toCollection().primaryKeys());
    const kept = await db.cached.toCollection().primaryKeys();
    await db.unused.bulkAdd(
      kept.filter((key) => !noted.has(key)).map((key) => ({ key, since: now })),
    );
  });
}

/**
 * Deletes old receipts, except those still to be confirmed. An edition is deleted with the last
 * response or receipt that refers to it.
 */
async function deleteOldReceipts(db: OfflineDatabase, now: number): Promise<void> {
  await db.transaction('rw', db.receipts, db.envelopes, db.editions, async () => {
    const receipts = await db.receipts
      .where('keptSince')
      .below(now - receiptDays * day)
      .filter(({ confirmedAt }) => confirmedAt > 0)
      .delete();
    const noted = new Set(await db.receipts.orderBy('keptSince').primaryKeys());
    const all = await db.receipts.toCollection().primaryKeys();
    const fresh = all.filter((clientId) => !noted.has(clientId));
    await db.receipts.where('clientId').anyOf(fresh).modify({ keptSince: now });
    if (receipts > 0) await dropUnansweredEditions(db);
  });
}

async function dropUnansweredEditions(db: OfflineDatabase): Promise<void> {
  const answered = new Set<string | undefined>();
  for (const table of [db.receipts, db.envelopes])
    await table.each(({ asked }) => void answered.add(asked));
  const keys = await db.editions.toCollection().primaryKeys();
  await db.editions.bulkDelete(keys.filter((key) => !answered.has(key)));
}

/** Deletes plans of exit meetings that the server has had for a month. */
async function deleteOldPlans(db: OfflineDatabase, now: number): Promise<void> {
  await db.plans
    .filter(({ hasArrived, keptSince }) => hasArrived === true && keptSince === undefined)
    .modify({ keptSince: now });
  await db.plans.filter(({ keptSince = now }) => keptSince < now - receiptDays * day).delete();
}
