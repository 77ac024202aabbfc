import { createHash, randomBytes } from 'node:crypto';

import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';

import type { Person } from '#domain/people/person.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';

/**
 * Sessions of signed-in people. The cookie is 256 random bits; the table holds its SHA-256, so a
 * copy of the table signs nobody in. A session ends after a fortnight without use, and after
 * ninety days in any case.
 */
export const sessionCookie = 'bellwether_session';
const idleDays = 14;
export const longestDays = 90;

const isLive = sql<boolean>`session.expires_at > now()
  and session.last_seen_at > now() - make_interval(days => ${idleDays})`;

/** Names a session to its owner. A part of the hash signs nobody in, as the whole does not. */
const sessionId = sql<string>`encode(substr(session.token_hash, 1, 12), 'hex')`;

/** By this name a browser takes the cookie from this very host alone, and by https alone. */
export function sessionCookieOf({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return publicUrl?.startsWith('https:') ? `__Host-${sessionCookie}` : sessionCookie;
}

export function tokenOf({ config }: Pick<Deps, 'config'>, request: FastifyRequest) {
  return request.cookies[sessionCookieOf(config)];
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
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

/** The active person behind a cookie, read anew at each request: a change of powers counts at once. */
export async function findPerson(db: Db, token: string): Promise<Person | null> {
  const tokenHash = hashToken(token);
  const row = await db
    .selectFrom('authSessions as session')
    .innerJoin('systemUsers as user', 'user.id', 'session.userId')
    .innerJoin('userRoles as role', 'role.id', 'user.roleId')
    .select([
      'user.id',
      'user.name',
      'user.email',
      'user.mustChangePassword',
      'role.id as roleId',
      'role.name as roleName',
      'role.permissions',
      sql<boolean>`session.last_seen_at < now() - interval '5 minutes'`.as('seenLongAgo'),
    ])
    .where('session.tokenHash', '=', tokenHash)
    .where(isLive)
    .where('user.isActive', '=', true)
    .executeTakeFirst();
  if (!row) return null;
  if (row.seenLongAgo) await touch(db, tokenHash);
  const { id, name, email, mustChangePassword, roleId, roleName, permissions } = row;
  return { id, name, email, mustChangePassword, role: { id: roleId, name: roleName, permissions } };
}

async function touch(db: Db, tokenHash: Buffer): Promise<void> {
  await db
    .updateTable('authSessions')
    .set({ lastSeenAt: sql`now()` })
    .where('tokenHash', '=', tokenHash)
    .execute();
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
