import { z } from 'zod';

import type { Problem } from '#domain/problems/problem.ts';
import { clockSkewHeader } from '#domain/responses/device-clock.ts';
import { digestField, digestHeader } from '#domain/sync/client-id.ts';
import { backOff } from './back-off.ts';
import type { Reached } from './contact.ts';
import type { Envelope, OfflineDatabase } from './database.ts';
import { completionIn, elsewhereWords } from './elsewhere.ts';
import { offerEdition } from './offer-edition.ts';
import { wordsOfRefusal } from './refusal-words.ts';
import { ask, notOurs, type Reply } from './reply.ts';

/** What syncing asks of the world around it, so that every step of it can be made to fail. */
export type Effects = {
  fetch: typeof globalThis.fetch;
  now: () => number;
  /** From 0 to 1. */
  random: () => number;
};

/** What a receipt must hold. The rest of the answer may grow without old devices refusing it. */
const receiptSchema = z.object({
  id: z.int(),
  clientId: z.string(),
  digest: digestField,
  totalScore: z.int(),
  maxScore: z.int(),
  syncStatus: z.string(),
});

/** Not done now, and tried again: why, as a sentence for people. */
export type Later = { later: string };

/**
 * `synced`: stored, and with nothing left to confirm. `deleted`: it was stored before the server was
 * restored from a backup, and deleted on purpose, so it is owed no longer.
 */
export type Sent = 'synced' | 'stored' | 'refused' | 'deleted' | 'sign-in' | Later;

/**
 * Sends one envelope, byte for byte as it was frozen. It leaves the outbox only in the transaction
 * that writes its receipt, and only when the answer repeats its digest: the server then holds
 * exactly these bytes. Any other outcome keeps it. Sending twice is safe: the server knows the
 * client id and answers the first one's receipt.
 */
export async function sendEnvelope(
  db: OfflineDatabase,
  effects: Effects,
  envelope: Envelope,
  reached: Reached,
): Promise<Sent> {
  let reply = await post(effects, envelope, reached);
  if (isOf(reply, 'edition-unknown') && (await offerEdition(db, effects.fetch, envelope)))
    reply = await post(effects, envelope, reached);
  if (reply.kind === 'sign-in') return 'sign-in';
  if (isOf(reply, 'gone') && envelope.wasStored) {
    await db.envelopes.delete(envelope.clientId);
    return 'deleted';
  }
  if (reply.kind === 'refused') return refuse(db, envelope, reply.problem);
  const receipt = receiptIn(reply, envelope);
  if (!receipt) return putOff(db, effects, envelope, reply);
  await settle(db, envelope, receipt, {
    epoch: reached.epoch,
    receivedAt: effects.now(),
    ...(reached.clock && { keptSince: reached.clock.at }),
  });
  return receipt.syncStatus === 'synced' ? 'synced' : 'stored';
}

function post({ fetch }: Effects, { body, digest }: Envelope, { clock }: Reached): Promise<Reply> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    [digestHeader]: digest,
  };
  if (clock) headers[clockSkewHeader] = String(clock.skew);
  return ask(fetch, '/api/responses', { method: 'POST', headers, body });
}

function isOf(reply: Reply, type: string): boolean {
  return reply.kind === 'refused' && reply.problem.type === `/problems/${type}`;
}

function receiptIn(reply: Reply, envelope: Envelope) {
  if (reply.kind !== 'answered' || (reply.status !== 200 && reply.status !== 201)) return undefined;
  const receipt = receiptSchema.safeParse(reply.json).data;
  const isOurs = receipt?.digest === envelope.digest && receipt.clientId === envelope.clientId;
  return isOurs ? receipt : undefined;
}

async function settle(
  db: OfflineDatabase,
  { clientId, body, digest, about, completedAt, asked }: Envelope,
  receipt: z.infer<typeof receiptSchema>,
  when: { epoch: string; receivedAt: number; keptSince?: number },
): Promise<void> {
  await db.transaction('rw', db.envelopes, db.receipts, async () => {
    await db.receipts.put({
      ...{ clientId, body, digest, about, completedAt },
      ...(asked !== undefined && { asked }),
      ...when,
      responseId: receipt.id,
      totalScore: receipt.totalScore,
      maxScore: receipt.maxScore,
      confirmedAt: receipt.syncStatus === 'synced' ? when.receivedAt : 0,
    });
    await db.envelopes.delete(clientId);
  });
}

async function refuse(
  db: OfflineDatabase,
  { clientId }: Envelope,
  problem: Problem,
): Promise<Sent> {
  const elsewhere = completionIn(problem);
  await db.envelopes.update(
    clientId,
    elsewhere
      ? { state: 'elsewhere', reason: elsewhereWords(elsewhere), elsewhere }
      : { state: 'needs-attention', reason: wordsOfRefusal(problem) },
  );
  return 'refused';
}

async function putOff(
  db: OfflineDatabase,
  { now, random }: Effects,
  { clientId, attempts }: Envelope,
  reply: Reply,
): Promise<Sent> {
  const { retryAfter, reason } =
    reply.kind === 'later' ? reply : { retryAfter: null, reason: notOurs };
  await db.envelopes.update(clientId, {
    attempts: attempts + 1,
    nextAttemptAt: now() + backOff(attempts + 1, random(), retryAfter),
    reason,
  });
  return { later: reason };
}
