import { hash, randomBytes } from 'node:crypto';

import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';

import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/statements/transaction.ts';

/**
 * The cookie of a signed-in person's session. It holds 256 random bits. The table holds their
 * SHA-256, so that nobody can sign in with a copy of the table. A session ends after a fortnight
 * without use, and after ninety days in any case.
 */
export const sessionCookie = 'bellwether_session';
const idleDays = 14;
export const longestDays = 90;

/**
 * The SQL condition that the row named `session` has neither expired nor been idle for too long.
 */
export const live = `session.expires_at > now()
    and session.last_seen_at > now() - interval '${idleDays} days'`;
const isLive = sql.raw<boolean>(live);

/**
 * The id by which its owner names a session. Nobody can sign in with a part of the hash, nor with
 * all of it.
 */
const sessionId = sql<string>`encode(substr(session.token_hash, 1, 12), 'hex')`;

type Address = Pick<Config, 'publicUrl'>;

/** Returns the name of the cookie of people's sessions. */
export function sessionCookieOf(address: Address): string {
  return nameCookie(sessionCookie, address);
}

/**
 * Returns a cookie's name. With `__Host-`, a browser accepts the cookie only from this very host,
 * and only over https.
 */
export function nameCookie(name: string, { publicUrl }: Address): string {
  return publicUrl?.startsWith('https:') ? `__Host-${name}` : name;
}

export function tokenOf({ config }: { config: Address }, request: FastifyRequest) {
  return request.cookies[sessionCookieOf(config)];
}

export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** Begins a session and returns the cookie's value. */
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
 * Ends all of a person's sessions except the one named, and returns how many. Called after a new
 * password, a new role or a deactivation, or when the person wants it.
 */
export async function endSessionsOf(db: Db, userId: number, exceptToken?: string): Promise<number> {
  let query = db.deleteFrom('authSessions').where('userId', '=', userId);
  if (exceptToken) query = query.where('tokenHash', '!=', hashToken(exceptToken));
  return Number((await query.executeTakeFirst()).numDeletedRows);
}

/** Returns a person's live sessions, the most recently used first. */
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

/** Ends one of a person's sessions; undefined when they have none with this id. */
export function endSessionOf(db: Db, userId: number, id: string) {
  return db
    .deleteFrom('authSessions as session')
    .where('session.userId', '=', userId)
    .where(sessionId, '=', id)
    .where(isLive)
    .returning('session.userAgent')
    .executeTakeFirst();
}
