import { sql } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import { roundKindOf } from '#domain/rounds/round.ts';
import { shownStatus } from '#server/db/rounds/approved.ts';
import { inScope } from '#server/db/people/scope.ts';
import type { Db } from '#server/db/statements/transaction.ts';

const stage = 'Virtual Re-Assessment';

/** Finds a round with its cycle and its hotel. */
export function findRound(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('rounds as round')
    .innerJoin('cycles as cycle', 'cycle.id', 'round.cycleId')
    .innerJoin('hotels as hotel', 'hotel.id', 'round.hotelId')
    .select([
      'round.id',
      'round.clientId',
      'round.cycleId',
      'round.hotelId',
      'round.kind',
      'round.stage',
      shownStatus.as('status'),
      'round.parentId',
      'round.questions',
      'round.blind',
      'cycle.number as cycleNumber',
      'cycle.endedAt as cycleEndedAt',
      'hotel.hotelName',
      'hotel.stage as hotelStage',
    ])
    .where('round.id', '=', id)
    .where(inScope(scope, 'round.hotel_id'))
    .executeTakeFirst();
}
export type FoundRound = NonNullable<Awaited<ReturnType<typeof findRound>>>;

/** Locks the round until the transaction ends, so that two people make one re-assessment of it. */
export async function lockRound(db: Db, id: number): Promise<void> {
  await db.selectFrom('rounds').select('id').where('id', '=', id).forUpdate().execute();
}

const told = ['id', 'hotelId', 'parentId', 'kind', 'stage', 'status', 'questions'] as const;

export function findByClientId(db: Db, clientId: string) {
  return db.selectFrom('rounds').select(told).where('clientId', '=', clientId).executeTakeFirst();
}

/** Returns whether a re-assessment of the round is under way. */
export async function isUnderWay(db: Db, parentId: number): Promise<boolean> {
  const row = await db
    .selectFrom('rounds')
    .select('id')
    .where('parentId', '=', parentId)
    .where('status', 'in', ['planned', 'open', 'submitted'])
    .executeTakeFirst();
  return row !== undefined;
}

type Made = { clientId: string; parent: FoundRound; questions: string[] };

/**
 * Makes the re-assessment round. If the hotel's stage has already opened a round in the cycle and
 * that round holds no response, uses that one. Otherwise plans a new one, which opens when the
 * hotel comes to its stage. A hotel that is already there begins with it at once.
 */
export async function makeRound(db: Db, made: Made) {
  return (await takeEmpty(db, made)) ?? insertRound(db, made);
}

function takeEmpty(db: Db, { clientId, parent, questions }: Made) {
  return db
    .updateTable('rounds')
    .set({ clientId, parentId: parent.id, questions, version: sql`version + 1` })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('rounds as empty')
        .select('empty.id')
        .where('empty.cycleId', '=', parent.cycleId)
        .where('empty.kind', '=', roundKindOf(stage))
        .where('empty.status', 'in', ['planned', 'open'])
        .where('empty.clientId', 'is', null)
        .where('empty.parentId', 'is', null)
        .where('empty.questions', 'is', null)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('responses')
                .select('responses.id')
                .whereRef('responses.roundId', '=', 'empty.id'),
            ),
          ),
        )
        .orderBy('empty.id', 'desc')
        .limit(1),
    )
    .returning(told)
    .executeTakeFirst();
}

async function insertRound(db: Db, { clientId, parent, questions }: Made) {
  const isThere = parent.hotelStage === stage;
  const now = sql<string>`now()`;
  const round = await db
    .insertInto('rounds')
    .values({
      ...{ clientId, questions, stage, kind: roundKindOf(stage) },
      ...{ cycleId: parent.cycleId, hotelId: parent.hotelId, parentId: parent.id },
      status: isThere ? 'open' : 'planned',
      openedAt: isThere ? now : null,
    })
    .returning(told)
    .executeTakeFirstOrThrow();
  if (isThere)
    await db
      .insertInto('roundTimes')
      .values({ roundId: round.id, hotelId: parent.hotelId, since: now })
      .onConflict((conflict) =>
        conflict.columns(['hotelId', 'since']).doUpdateSet({ roundId: round.id }),
      )
      .execute();
  return round;
}
