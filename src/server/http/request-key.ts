import type { FastifyReply, FastifyRequest } from 'fastify';

import { requestKeyField, requestKeyHeader } from '#domain/sync/client-id.ts';
import { lockFor, type Tx } from '#server/db/transaction.ts';
import { invalid, keyUsed } from '#server/problems.ts';

/**
 * Makes a creating call safe to send again. Browsers themselves send a request twice when the
 * connection is reset before the answer, so this is no rare case: the first call's answer is kept
 * under its key in the same transaction as what it made, and every later one gets that answer.
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
  // Whoever comes at the same moment waits here until the first one's commit.
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

/** Undefined where the call brings none; 400 where it is not one. */
export function readRequestKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = requestKeyField.safeParse(header).data;
  if (!key)
    throw invalid(requestKeyHeader, 'A request key has 8 to 100 letters, digits or hyphens');
  return key;
}
