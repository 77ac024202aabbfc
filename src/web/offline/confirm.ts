import { z } from 'zod';

import { receiptDays, type OfflineDatabase, type Receipt } from './database.ts';
import { askWith } from './reply.ts';
import type { Effects } from './send.ts';

const day = 24 * 60 * 60_000;

/**
 * The handshake's second step (decision 31): tells the server that this device has dropped its
 * copy. Only for responses whose receipt is here, and so only after the copy is gone.
 */
export async function confirmReceipt(
  db: OfflineDatabase,
  { fetch, now }: Effects,
  { clientId, responseId }: Receipt,
): Promise<'confirmed' | 'deleted' | 'later' | 'sign-in'> {
  const path = `/api/responses/${responseId}/sync-status`;
  const reply = await askWith(fetch, 'PUT', path, { status: 'synced' });
  if (reply.kind === 'later' || reply.kind === 'sign-in') return reply.kind;
  // Refused: the response was deleted since, so there is nothing left to confirm.
  const isDeleted = reply.kind === 'refused';
  if (!isDeleted && confirmedSchema.safeParse(reply.json).data?.id !== responseId) return 'later';
  await db.receipts.update(clientId, { confirmedAt: now() });
  return isDeleted ? 'deleted' : 'confirmed';
}

const confirmedSchema = z.object({ id: z.int(), syncStatus: z.literal('synced') });

/**
 * After a restore from backup the server tells another epoch and may lack what it confirmed
 * before: every receipt of another epoch goes back to the queue. What the server has after all,
 * it answers with the same receipt.
 */
export async function offerAgain(db: OfflineDatabase, epoch: string): Promise<void> {
  await db.transaction('rw', db.envelopes, db.receipts, async () => {
    const lost = await db.receipts.where('epoch').notEqual(epoch).toArray();
    await db.envelopes.bulkPut(
      lost.map(({ clientId, body, digest, about, completedAt }) => ({
        ...{ clientId, body, digest, about, completedAt },
        state: 'waiting' as const,
        reason: null,
        attempts: 0,
        nextAttemptAt: 0,
      })),
    );
    await db.receipts.bulkDelete(lost.map((receipt) => receipt.clientId));
  });
}

/** Lets go of receipts past their time, but of none that is still to be confirmed. */
export async function dropOldReceipts(db: OfflineDatabase, now: number): Promise<void> {
  await db.receipts
    .where('receivedAt')
    .below(now - receiptDays * day)
    .filter((receipt) => receipt.confirmedAt > 0)
    .delete();
}
