import { sql } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import type { Completion } from '#domain/problems/problem.ts';
import type { PendingQuery } from '#domain/responses/pending-responses.ts';
import { leaveEmptySession } from '#server/db/responses/interviews.ts';
import { idsInOrder, readIds, readInPortions } from '#server/db/statements/read-in-portions.ts';
import { conductedBy, responseColumns } from '#server/db/responses/response-columns.ts';
import { findPersonName } from '#server/db/people/person-name.ts';
import { hotelInScope, inScope, inScopeOfMany } from '#server/db/people/scope.ts';
import { leaveTombstone } from '#server/db/responses/tombstones.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { replyColumns } from './further-values.ts';

function selectResponses(db: Db) {
  return db
    .selectFrom('responses as response')
    .innerJoin('surveys as survey', 'survey.id', 'response.surveyId')
    .select([
      ...responseColumns,
      'response.clientId',
      'response.digest',
      'response.userId',
      'response.answers',
      ...replyColumns,
    ]);
}

export type ResponseRow = Awaited<ReturnType<typeof readResponses>>[number];
type Which = {
  surveyId?: number | undefined;
  updatedSince?: string | undefined;
  pending?: boolean;
};

/** Returns all responses within scope in portions, the latest first: there may be a million. */
export async function listResponses(
  db: Db,
  scope: Scope,
  { surveyId, updatedSince, pending }: Which,
) {
  let query = db
    .selectFrom('responses as response')
    .select(idsInOrder('response.id', sql`completed_at desc, response.id desc`).as('ids'))
    .where(inScope(scope, 'response.hotel_id'));
  if (surveyId !== undefined) query = query.where('response.surveyId', '=', surveyId);
  if (updatedSince !== undefined) query = query.where('response.updatedAt', '>=', updatedSince);
  if (pending) query = query.where('response.syncStatus', '=', 'pending');
  const ids = await readIds(db, query);
  return readInPortions(ids, (some) => readResponses(db, some));
}

function readResponses(db: Db, ids: readonly number[]) {
  return selectResponses(db)
    .where('response.id', '=', sql<number>`any(${ids})`)
    .execute();
}

/**
 * Returns the ids and client ids of the pending responses within scope, in the order they were
 * stored.
 */
export function listPendingIds(db: Db, scope: Scope, { limit, after }: PendingQuery) {
  return db
    .selectFrom('responses as response')
    .select(['response.id', 'response.clientId'])
    .where('response.syncStatus', '=', 'pending')
    .where('response.id', '>', after)
    .where(inScopeOfMany(scope, 'response.hotel_id'))
    .orderBy('response.id')
    .limit(limit)
    .execute();
}

export function findResponse(db: Db, scope: Scope, id: number) {
  return selectResponses(db)
    .leftJoin('systemUsers as conductor', 'conductor.id', 'response.userId')
    .leftJoin('hotelContacts as contact', 'contact.id', 'response.contactId')
    .leftJoin('systemUsers as reviewer', 'reviewer.id', 'response.reviewedById')
    .leftJoin('rounds as round', 'round.id', 'response.roundId')
    .select([
      'round.approvedAt as lockedAt',
      conductedBy.as('conductedBy'),
      'response.reviewedAt',
      'reviewer.name as reviewedBy',
      'response.causes',
      'response.timing',
    ])
    .select(
      sql<boolean>`exists (select from appeals where response_id = response.id)`.as('isAppealed'),
    )
    .where('response.id', '=', id)
    .where(inScope(scope, 'response.hotel_id'))
    .executeTakeFirst();
}

export function findByClientId(db: Db, clientId: string) {
  return selectResponses(db).where('response.clientId', '=', clientId).executeTakeFirst();
}

/**
 * Returns the client id of a session; undefined unless it is of this hotel and survey and within
 * scope.
 */
export async function findClientId(
  db: Db,
  scope: Scope,
  named: { sessionId?: number | null | undefined; hotelId: number | null; surveyId: number },
): Promise<string | undefined> {
  if (named.sessionId == null) return undefined;
  const session = await db
    .selectFrom('interviews')
    .select('clientId')
    .where('id', '=', named.sessionId)
    .where('hotelId', '=', named.hotelId)
    .where('surveyId', '=', named.surveyId)
    .where(inScope(scope, 'interviews.hotel_id'))
    .executeTakeFirst();
  return session?.clientId;
}

/** Returns when a stored response was completed, and who conducted its interview. */
export async function completionOf(
  db: Db,
  { id, completedAt, userId }: Pick<ResponseRow, 'id' | 'completedAt' | 'userId'>,
): Promise<Completion> {
  const completedBy = (await findPersonName(db, userId)) ?? null;
  return { responseId: id, completedAt, completedBy };
}

/**
 * Finds a response within scope, or one of the person's own: they may confirm it even when its
 * hotel has left their scope.
 */
export function findOwnOrInScope(db: Db, scope: Scope, userId: number, id: number) {
  return selectResponses(db)
    .where('response.id', '=', id)
    .where((where) =>
      where.or([inScope(scope, 'response.hotel_id'), where('response.userId', '=', userId)]),
    )
    .executeTakeFirst();
}

/** Returns undefined when the response was deleted meanwhile. */
export function markSynced(db: Db, id: number): Promise<{ updatedAt: string } | undefined> {
  return db
    .updateTable('responses')
    .set({ syncStatus: 'synced' })
    .where('id', '=', id)
    .returning('updatedAt')
    .executeTakeFirst();
}

/** Deletes the response and stores a tombstone, so that a late copy cannot bring it back. */
export async function deleteResponse(
  db: Db,
  id: number,
  clientId: string,
  byId: number,
): Promise<void> {
  await leaveEmptySession(db, clientId);
  await db.deleteFrom('responses').where('id', '=', id).execute();
  await leaveTombstone(db, { kind: 'response', clientId, deletedById: byId });
}

/** Returns the number of the edition that is asked now; null when the survey was never active. */
export async function currentEdition(db: Db, surveyId: number): Promise<number | null> {
  const row = await db
    .selectFrom('surveys')
    .select('edition')
    .where('id', '=', surveyId)
    .executeTakeFirst();
  return row?.edition ?? null;
}

/**
 * Finds the person that a device's file names. The e-mail comes first: it means the same person on
 * every installation. If the e-mail was changed since, number and name must match. Inactive people
 * are found too: they were active when they captured the response.
 */
export function findOwner(
  db: Db,
  { id, name, email }: { id: number; name: string; email: string },
) {
  const byEmail = sql<boolean>`lower(owner.email) = lower(${email})`;
  const byName = sql<boolean>`(owner.id = ${id} and lower(owner.name) = lower(${name}))`;
  return db
    .selectFrom('systemUsers as owner')
    .innerJoin('userRoles as role', 'role.id', 'owner.roleId')
    .select(['owner.id', 'owner.name', 'role.name as roleName'])
    .where((where) => where.or([byEmail, byName]))
    .orderBy(byEmail, 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * True when a response's hotel may be shown to this person: it is in scope, or the response has no
 * hotel any more.
 */
export async function isHotelSeen(db: Db, scope: Scope, hotelId: number | null): Promise<boolean> {
  return hotelId === null || hotelInScope(db, scope, hotelId);
}
