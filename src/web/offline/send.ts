import { z } from 'zod';

import type { Problem } from '#domain/problems/problem.ts';
import { digestField, digestHeader } from '#domain/sync/client-id.ts';
import { backOff } from './back-off.ts';
import type { Envelope, OfflineDatabase } from './database.ts';
import { completionIn, elsewhereWords } from './elsewhere.ts';
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

/** `synced`: stored, and with nothing left to confirm. */
export type Sent = 'synced' | 'stored' | 'refused' | 'sign-in' | Later;

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
  epoch: string,
): Promise<Sent> {
  const reply = await ask(effects.fetch, '/api/responses', {
    method: 'POST',
    headers: { 'content-type': 'application/json', [digestHeader]: envelope.digest },
    body: envelope.body,
  });
  if (reply.kind === 'sign-in') return 'sign-in';
  if (reply.kind === 'refused') return refuse(db, envelope, reply.problem);
  const receipt = receiptIn(reply, envelope);
  if (!receipt) return putOff(db, effects, envelope, reply);
  await settle(db, envelope, receipt, { epoch, receivedAt: effects.now() });
  return receipt.syncStatus === 'synced' ? 'synced' : 'stored';
}

function receiptIn(reply: Reply, envelope: Envelope) {
  if (reply.kind !== 'answered' || (reply.status !== 200 && reply.status !== 201)) return undefined;
  const receipt = receiptSchema.safeParse(reply.json).data;
  const isOurs = receipt?.digest === envelope.digest && receipt.clientId === envelope.clientId;
  return isOurs ? receipt : undefined;
}

async function settle(
  db: OfflineDatabase,
  { clientId, body, digest, about, completedAt }: Envelope,
  receipt: z.infer<typeof receiptSchema>,
  when: { epoch: string; receivedAt: number },
): Promise<void> {
  await db.transaction('rw', db.envelopes, db.receipts, async () => {
    await db.receipts.put({
      ...{ clientId, body, digest, about, completedAt },
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
