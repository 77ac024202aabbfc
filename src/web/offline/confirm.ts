import { z } from 'zod';

import type { SyncConfirmation } from '#domain/responses/response.ts';
import { receiptDays, type OfflineDatabase, type Receipt } from './database.ts';
import { ask, askWith } from './reply.ts';
import type { Effects } from './send.ts';

const day = 24 * 60 * 60_000;

export type Confirmed = 'confirmed' | 'deleted' | 'later' | 'sign-in';

/**
 * The handshake's second step (rule 31): tells the server that this device has dropped its
 * copy. Only for responses whose receipt is here, and so only after the copy is gone.
 */
export async function confirmReceipt(
  db: OfflineDatabase,
  effects: Effects,
  { clientId, responseId }: Receipt,
): Promise<Confirmed> {
  const confirmed = await confirmStored(effects, responseId);
  if (confirmed === 'confirmed' || confirmed === 'deleted')
    await db.receipts.update(clientId, { confirmedAt: effects.now() });
  return confirmed;
}

async function confirmStored({ fetch }: Effects, responseId: number): Promise<Confirmed> {
  const path = `/api/responses/${responseId}/sync-status`;
  const dropped: SyncConfirmation = { status: 'synced' };
  const reply = await askWith(fetch, 'PUT', path, dropped);
  if (reply.kind === 'later' || reply.kind === 'sign-in') return reply.kind;
  // Refused: the response was deleted since, so there is nothing left to confirm.
  if (reply.kind === 'refused') return 'deleted';
  return confirmedSchema.safeParse(reply.json).data?.id === responseId ? 'confirmed' : 'later';
}

/** What the server holds as pending, as far as this person sees it. */
export type Pending = z.infer<typeof pendingSchema>[number];
const pendingSchema = z.array(z.object({ id: z.int(), clientId: z.string() }));

export async function readPending({ fetch }: Effects): Promise<Pending[] | 'later' | 'sign-in'> {
  const reply = await ask(fetch, '/api/responses/pending');
  if (reply.kind === 'refused') return [];
  if (reply.kind !== 'answered') return reply.kind;
  return pendingSchema.safeParse(reply.json).data ?? 'later';
}

/**
 * Confirms a response that the server holds as pending, whoever sent it: it came by a plain call, or
 * from a file, or its device is lost. Not where a copy of it waits here: that is sent first.
 */
export async function confirmPending(
  db: OfflineDatabase,
  effects: Effects,
  { id, clientId }: Pending,
): Promise<Confirmed | 'here'> {
  if (await db.envelopes.get(clientId)) return 'here';
  const receipt = await db.receipts.get(clientId);
  return receipt ? confirmReceipt(db, effects, receipt) : confirmStored(effects, id);
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
