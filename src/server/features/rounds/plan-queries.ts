import { sql, type Insertable } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import type { ChangedRoundFields } from '#domain/rounds/plan.ts';
import type { Stage } from '#domain/workflow/stages.ts';
import { inScope } from '#server/db/people/scope.ts';
import type { Database } from '#server/db/schema/schema.ts';
import type { Db } from '#server/db/statements/transaction.ts';

export function openCycle(db: Db, hotelId: number) {
  return db
    .selectFrom('cycles')
    .select('id')
    .where('hotelId', '=', hotelId)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
}

export function findByClientId(db: Db, hotelId: number, clientId: string) {
  return db
    .selectFrom('rounds')
    .select(['id', 'digest'])
    .where('clientId', '=', clientId)
    .where('hotelId', '=', hotelId)
    .executeTakeFirst();
}

/** Stores a round. An open one is opened at the time of the transaction, as by {@link updateRound}. */
export async function insertRound(
  db: Db,
  round: Omit<Insertable<Database['rounds']>, 'openedAt'>,
): Promise<number> {
  const { id } = await db
    .insertInto('rounds')
    .values({ ...round, openedAt: round.status === 'open' ? sql<string>`now()` : null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns the hotel of a round within scope. */
export function hotelOfRound(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('rounds')
    .select('hotelId')
    .where('id', '=', id)
    .where(inScope(scope, 'rounds.hotel_id'))
    .executeTakeFirst();
}

/** Reads a round for a change, and locks it until the transaction ends. */
export function lockRound(db: Db, id: number) {
  return db
    .selectFrom('rounds as round')
    .innerJoin('cycles as cycle', 'cycle.id', 'round.cycleId')
    .select([
      'round.id',
      'round.cycleId',
      'round.hotelId',
      'round.kind',
      'round.stage',
      'round.questions',
      'round.status',
      'round.surveyIds',
      'round.blind',
      'round.plannedFrom',
      'round.plannedTo',
      'round.version',
      'cycle.endedAt as cycleEndedAt',
      sql<number[]>`array(select user_id from round_people where round_id = round.id
        order by user_id)`.as('people'),
      sql<boolean>`round.id = (select round_id from round_times
        where hotel_id = round.hotel_id order by since desc limit 1)`.as('isCurrent'),
    ])
    .where('round.id', '=', id)
    .forUpdate('round')
    .executeTakeFirstOrThrow();
}

export async function updateRound(
  db: Db,
  id: number,
  change: Omit<ChangedRoundFields, 'people'>,
): Promise<void> {
  await db
    .updateTable('rounds')
    .set({
      ...change,
      version: sql`version + 1`,
      ...(change.status === 'open' && { openedAt: sql`now()` }),
    })
    .where('id', '=', id)
    .execute();
}

export async function setPeople(db: Db, roundId: number, people: readonly number[]): Promise<void> {
  await db.deleteFrom('roundPeople').where('roundId', '=', roundId).execute();
  if (people.length === 0) return;
  await db
    .insertInto('roundPeople')
    .values(people.map((userId) => ({ roundId, userId })))
    .execute();
}

/** Makes a round the one to which the hotel's new interviews belong. */
export async function makeCurrent(db: Db, hotelId: number, roundId: number): Promise<void> {
  await sql`select make_current(${hotelId}::integer, ${roundId}::integer)`.execute(db);
}

/** Makes the round of the hotel's stage the current one again. */
export async function goOnInStage(
  db: Db,
  { hotelId, cycleId, stage }: { hotelId: number; cycleId: number; stage: Stage },
): Promise<void> {
  await sql`select go_on_in_stage(${hotelId}::integer, ${cycleId}::integer, ${stage})`.execute(db);
}

/** Returns which of these surveys can be asked in interviews. */
export async function activeSurveys(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('surveys')
    .select('id')
    .where('id', 'in', ids)
    .where('status', '=', 'active')
    .where('deletedAt', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}
