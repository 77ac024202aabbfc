import { z } from 'zod';

import {
  mostPendingIds,
  pendingIdsSchema,
  type PendingIds,
  type SyncConfirmation,
} from '#domain/responses/pending-responses.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';
import type { Receipt } from '#web/offline/store/records.ts';
import { ask, askWith, notOurs } from '#web/offline/connection/reply.ts';
import type { Effects, Later } from '#web/offline/outbox/kind.ts';

export type Confirmed = 'confirmed' | 'deleted' | 'sign-in' | Later;

/**
 * Does the handshake's second step (rule 31): tells the server that this device has dropped its
 * copy. It takes a receipt, and a receipt exists only after the copy is gone.
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
  if (reply.kind === 'sign-in') return 'sign-in';
  if (reply.kind === 'later') return { later: reply.reason };
  // The response has been deleted, so there is nothing left to confirm.
  if (reply.kind === 'refused')
    return isGone.has(reply.problem.status) ? 'deleted' : { later: reply.problem.detail };
  const isConfirmed = confirmedSchema.safeParse(reply.json).data?.id === responseId;
  return isConfirmed ? 'confirmed' : { later: notOurs };
}

const isGone = new Set([404, 410]);

/** A response that the server lists as pending, if this person may see it. */
export type Pending = PendingIds[number];

/** Returns all pending responses, or why they could not be read. */
export async function readPending(effects: Effects): Promise<Pending[] | 'sign-in' | Later> {
  const pending: Pending[] = [];
  for (;;) {
    const page = await readPendingPage(effects, pending.at(-1)?.id ?? 0);
    if (!Array.isArray(page)) return page;
    pending.push(...page);
    if (page.length < mostPendingIds) return pending;
  }
}

async function readPendingPage({ fetch }: Effects, after: number) {
  const path = `/api/responses/pending?fields=ids&limit=${mostPendingIds}&after=${after}`;
  const reply = await ask(fetch, path);
  if (reply.kind === 'sign-in') return 'sign-in' as const;
  if (reply.kind === 'later') return { later: reply.reason };
  if (reply.kind === 'refused') return { later: reply.problem.detail };
  return pendingIdsSchema.safeParse(reply.json).data ?? { later: notOurs };
}

/**
 * Returns how many pending responses only the server still holds, leaving out those that also wait
 * on this device; or why that could not be read. It looks at the first {@link mostPendingIds} only.
 */
export async function countPending(
  db: OfflineDatabase,
  effects: Effects,
): Promise<number | 'sign-in' | Later> {
  const page = await readPendingPage(effects, 0);
  if (!Array.isArray(page)) return page;
  const here = await db.envelopes.bulkGet(page.map(({ clientId }) => clientId));
  return here.filter((envelope) => envelope === undefined).length;
}

/**
 * Confirms a response that the server lists as pending, no matter who sent it: a plain API call may
 * have stored it, or an imported file, or a device that is lost since. Returns 'here' when a copy
 * of it waits on this device: that copy is sent first.
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
