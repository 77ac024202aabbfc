import { sql } from 'kysely';

import type { NewWaiver } from '#domain/waivers/waiver.ts';
import { shownStatus } from '#server/db/rounds/approved.ts';
import type { Db } from '#server/db/statements/transaction.ts';

function selectWaivers(db: Db) {
  return db
    .selectFrom('waivers as waiver')
    .leftJoin('systemUsers as granter', 'granter.id', 'waiver.grantedById')
    .leftJoin('systemUsers as revoker', 'revoker.id', 'waiver.revokedById')
    .select([
      'waiver.id',
      'waiver.questionKey',
      'waiver.reason',
      'waiver.validFrom',
      'waiver.validTo',
      'waiver.grantedAt',
      'granter.name as grantedBy',
      'waiver.revokedAt',
      'revoker.name as revokedBy',
    ]);
}
export type WaiverRow = Awaited<ReturnType<typeof listWaivers>>[number];

/** Returns the hotel's waivers, the latest first. */
export function listWaivers(db: Db, hotelId: number) {
  return selectWaivers(db)
    .where('waiver.hotelId', '=', hotelId)
    .orderBy('waiver.id', 'desc')
    .execute();
}

export function findWaiver(db: Db, hotelId: number, id: number) {
  return selectWaivers(db)
    .where('waiver.hotelId', '=', hotelId)
    .where('waiver.id', '=', id)
    .executeTakeFirst();
}

export function findByClientId(db: Db, clientId: string) {
  return db
    .selectFrom('waivers')
    .select(['id', 'hotelId', 'questionKey', 'validFrom', 'validTo', 'reason'])
    .where('clientId', '=', clientId)
    .executeTakeFirst();
}

export async function countWaivers(db: Db, hotelId: number): Promise<number> {
  const { count } = await db
    .selectFrom('waivers')
    .select(sql<number>`count(*)`.as('count'))
    .where('hotelId', '=', hotelId)
    .executeTakeFirstOrThrow();
  return count;
}

type Days = Pick<NewWaiver, 'questionKey' | 'validFrom' | 'validTo'>;

/** Returns a waiver of the question that is not revoked and covers some of these days. */
export function findOverlapping(
  db: Db,
  hotelId: number,
  { questionKey, validFrom, validTo }: Days,
) {
  return db
    .selectFrom('waivers')
    .select(['validFrom', 'validTo'])
    .where('hotelId', '=', hotelId)
    .where('questionKey', '=', questionKey)
    .where('revokedAt', 'is', null)
    .where('validFrom', '<=', validTo)
    .where('validTo', '>=', validFrom)
    .orderBy('validTo', 'desc')
    .limit(1)
    .executeTakeFirst();
}

type NewRow = Days & { clientId: string; hotelId: number; reason: string; grantedById: number };

export async function insertWaiver(db: Db, row: NewRow): Promise<number> {
  const { id } = await db
    .insertInto('waivers')
    .values({ ...row, grantedAt: sql<string>`clock_timestamp()` })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Revokes a waiver. The moment is never before the one of granting, even where the server's clock was set back.
 */
export async function revoke(db: Db, id: number, byId: number): Promise<void> {
  await db
    .updateTable('waivers')
    .set({
      revokedAt: sql<string>`greatest(clock_timestamp(), granted_at)`,
      revokedById: byId,
    })
    .where('id', '=', id)
    .execute();
}

/** Returns the questions with these keys, as they are now in the survey that was changed last. */
export async function findQuestions(
  db: Db,
  keys: readonly string[],
): Promise<Map<string, { name: string; text: string }>> {
  const key = sql<string>`case when code is null then 'id:' || question.id
    else 'code:' || upper(code) end`;
  const codes = keys.flatMap((one) => (one.startsWith('code:') ? [one.slice(5)] : []));
  const ids = keys.flatMap((one) => (one.startsWith('id:') ? [one.slice(3)] : []));
  const rows = await db
    .selectFrom('questions as question')
    .innerJoin('surveys as survey', 'survey.id', 'question.surveyId')
    .select([key.as('key'), 'question.code', 'question.text'])
    .where(
      sql<boolean>`(upper(code) = any(${codes}) or (code is null and question.id::text = any(${ids})))`,
    )
    .orderBy('survey.updatedAt')
    .execute();
  return new Map(rows.map((row) => [row.key, { name: row.code ?? '', text: row.text }]));
}

/** Returns a round of the hotel. */
export function findRound(db: Db, hotelId: number, id: number) {
  return db
    .selectFrom('rounds as round')
    .select(shownStatus.as('status'))
    .where('id', '=', id)
    .where('hotelId', '=', hotelId)
    .executeTakeFirst();
}

/**
 * Locks and returns the responses of a round, always in the same order. Locks their reviewers first, as
 * `keepWhatItNames` does for one response. The caller has locked the hotel.
 */
export async function lockResponses(db: Db, roundId: number) {
  await sql`select from system_users
    where id in (select reviewed_by_id from responses where round_id = ${roundId})
    order by id for key share`.execute(db);
  return db
    .selectFrom('responses')
    .selectAll()
    .where('roundId', '=', roundId)
    .orderBy('id')
    .forUpdate()
    .execute();
}
