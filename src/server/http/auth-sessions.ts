import { hash, randomBytes } from 'node:crypto';

import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';

import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/transaction.ts';

/**
 * Sessions of signed-in people. The cookie is 256 random bits; the table holds its SHA-256, so a
 * copy of the table signs nobody in. A session ends after a fortnight without use, and after
 * ninety days in any case.
 */
export const sessionCookie = 'bellwether_session';
const idleDays = 14;
export const longestDays = 90;

/** SQL condition: the row named `session` has neither expired nor been idle for too long. */
export const live = `session.expires_at > now()
    and session.last_seen_at > now() - interval '${idleDays} days'`;
const isLive = sql.raw<boolean>(live);

/** Names a session to its owner. A part of the hash signs nobody in, as the whole does not. */
const sessionId = sql<string>`encode(substr(session.token_hash, 1, 12), 'hex')`;

type Address = Pick<Config, 'publicUrl'>;

/** By this name a browser takes the cookie from this very host alone, and by https alone. */
export function sessionCookieOf({ publicUrl }: Address): string {
  return publicUrl?.startsWith('https:') ? `__Host-${sessionCookie}` : sessionCookie;
}

export function tokenOf({ config }: { config: Address }, request: FastifyRequest) {
  return request.cookies[sessionCookieOf(config)];
}

export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** Begins a session and answers the cookie's value. */
export async function beginSession(db: Db, userId: number, userAgent: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('authSessions')
    .values({
      tokenHash: hashToken(token),
      userId,
      userAgent: userAgent.slice(0, 300),
      expiresAt: sql`now() + make_interval(days => ${longestDays})`,
    })
    .execute();
  return token;
}

export async function endSession(db: Db, token: string): Promise<void> {
  await db.deleteFrom('authSessions').where('tokenHash', '=', hashToken(token)).execute();
}

/**
 * Ends all of someone's sessions, but for the one named: after a new password, role or dismissal,
 * or because they wish it. Answers how many.
 */
export async function endSessionsOf(db: Db, userId: number, exceptToken?: string): Promise<number> {
  let query = db.deleteFrom('authSessions').where('userId', '=', userId);
  if (exceptToken) query = query.where('tokenHash', '!=', hashToken(exceptToken));
  return Number((await query.executeTakeFirst()).numDeletedRows);
}

/** Someone's sessions, the one last seen first. */
export function listSessionsOf(db: Db, userId: number, ownToken: string) {
  return db
    .selectFrom('authSessions as session')
    .select(['session.userAgent', 'session.createdAt', 'session.lastSeenAt', sessionId.as('id')])
    .select((eb) =>
      eb('session.tokenHash', '=', hashToken(ownToken)).$castTo<boolean>().as('isThis'),
    )
    .where('session.userId', '=', userId)
    .where(isLive)
    .orderBy('session.lastSeenAt', 'desc')
    .execute();
}

/** Ends one of someone's sessions; undefined where they have none of that id. */
export function endSessionOf(db: Db, userId: number, id: string) {
  return db
    .deleteFrom('authSessions as session')
    .where('session.userId', '=', userId)
    .where(sessionId, '=', id)
    .where(isLive)
    .returning('session.userAgent')
    .executeTakeFirst();
}
