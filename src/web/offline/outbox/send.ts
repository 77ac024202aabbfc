import { backOff } from '#web/offline/connection/back-off.ts';
import type { Reached } from '#web/offline/connection/contact.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';
import { durably } from '#web/offline/store/durably.ts';
import type { Unsent } from '#web/offline/store/records.ts';
import { ask, notOurs, type Reply } from '#web/offline/connection/reply.ts';
import type { Effects, OutboxKind, Sent } from './kind.ts';

/**
 * Sends one record, byte for byte as it was frozen. The record leaves the outbox only in the
 * transaction that writes what is kept of it, and only when the reply is a receipt for exactly
 * these bytes, as its kind demands. With any other outcome it stays. Sending twice is safe: the
 * server knows the record's key and repeats its first reply.
 *
 * @param next the client ids of the records of this kind whose turn comes next
 */
export async function sendRecord(
  kind: OutboxKind,
  db: OfflineDatabase,
  effects: Effects,
  record: Unsent,
  reached: Reached,
  next: readonly string[] = [],
): Promise<Sent> {
  if (kind.begin && !(await kind.begin(db, record, next))) return 'deleted';
  const post = async (): Promise<Reply | 'changed'> => {
    const request = await kind.request(db, record, reached);
    if (request === 'changed') return request;
    if (!request) return { kind: 'later', retryAfter: null, reason: notHere };
    const { path, ...init } = request;
    const send = () => ask(effects.fetch, path, init);
    if (!effects.inTurn) return send();
    // What is sent has been read before its turn comes, so that the network need not wait for the
    // store. Meanwhile the person may have removed it.
    return effects.inTurn(async () => ((await isUnchanged(kind, db, record)) ? send() : 'changed'));
  };
  let reply = await post();
  if (
    reply !== 'changed' &&
    reply.kind === 'refused' &&
    (await kind.mend?.(db, effects, record, reply.problem))
  )
    reply = await post();
  if (reply === 'changed') return 'deleted';
  if (reply.kind === 'sign-in') return 'sign-in';
  const refused = reply.kind === 'refused' && (await kind.refuse(db, record, reply.problem));
  if (refused) return refused;
  const when = {
    epoch: reached.epoch,
    receivedAt: effects.now(),
    ...(reached.clock && { keptSince: reached.clock.at }),
  };
  // On a full device this makes room for the receipt by deleting the bytes of files that the server has.
  const taken =
    reply.kind === 'answered' &&
    (await durably(db, () => kind.takeReply(db, record, reply, when), { fileOf: 0 }));
  return taken || putOff(kind, db, effects, record, reply);
}

async function isUnchanged(
  kind: OutboxKind,
  db: OfflineDatabase,
  { clientId, state }: Unsent,
): Promise<boolean> {
  return (await kind.table(db).get(clientId))?.state === state;
}

const notHere = 'This device cannot read the file at the moment.';

async function putOff(
  kind: OutboxKind,
  db: OfflineDatabase,
  { now, random }: Effects,
  { clientId, attempts }: Unsent,
  reply: Reply,
): Promise<Sent> {
  const { retryAfter, reason } =
    reply.kind === 'later' ? reply : { retryAfter: null, reason: notOurs };
  await kind.table(db).update(clientId, {
    attempts: attempts + 1,
    nextAttemptAt: now() + backOff(attempts + 1, random(), retryAfter),
    reason,
  });
  return { later: reason };
}
