import type { FastifyReply, FastifyRequest } from 'fastify';

import { requestKeyField, requestKeyHeader } from '#domain/sync/client-id.ts';
import { lockFor, type Tx } from '#server/db/statements/transaction.ts';
import { invalid, keyUsed } from '#server/problems.ts';

/**
 * Makes a creating call safe to repeat. This is not a rare case: browsers send a request again on
 * their own when the connection is reset before the reply. The first call's reply is stored under
 * its key in the same transaction as what it created, and every later call gets that reply.
 */
export async function answerOnce(
  tx: Tx,
  request: FastifyRequest,
  reply: FastifyReply,
  act: () => Promise<unknown>,
): Promise<unknown> {
  const key = readRequestKey(request.headers[requestKeyHeader]);
  const userId = request.person?.id;
  if (key === undefined || userId === undefined) return act();

  const route = `${request.method} ${request.url}`;
  const requestDigest = Buffer.from(request.bodyDigest, 'hex');
  // A call that comes at the same moment waits here until the first one has committed.
  await lockFor(tx, 'request key', userId, key);
  const kept = await tx
    .selectFrom('requestKeys')
    .selectAll()
    .where('userId', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (kept) {
    if (kept.route !== route || !kept.requestDigest.equals(requestDigest)) throw keyUsed();
    void reply.code(kept.status);
    return kept.answer;
  }
  const answer = await act();
  await tx
    .insertInto('requestKeys')
    .values({
      userId,
      key,
      route,
      requestDigest,
      status: reply.statusCode,
      answer: JSON.stringify(answer),
    })
    .execute();
  return answer;
}

/** Returns the call's key; undefined when it has none. Throws 400 when it is not a valid key. */
export function readRequestKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = requestKeyField.safeParse(header).data;
  if (!key)
    throw invalid(requestKeyHeader, 'A request key has 8 to 100 letters, digits or hyphens');
  return key;
}
