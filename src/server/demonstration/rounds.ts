import { sql, type Insertable } from 'kysely';

import { roundKindOf } from '#domain/rounds/round.ts';
import { makeClientId } from '#domain/sync/client-id.ts';
import type { Stage } from '#domain/workflow/stages.ts';
import type { Database } from '#server/db/schema/schema.ts';
import type { Tx } from '#server/db/statements/transaction.ts';
import type { DemonstrationHotel } from './hotels.ts';
import type { World } from './interviews.ts';
import { stepsOf, type Entered } from './journey.ts';
import { calendarDay, day, iso } from './moments.ts';

/** Finds the round of a hotel's stage to which an interview belongs that began at this moment. */
export type RoundOf = (hotelId: number, stage: Stage, startedAt: number) => number | undefined;

type Planned = Pick<World, 'now' | 'people'> & { hotels: readonly DemonstrationHotel[] };

/** How many hotels have their former cycle's onsite rounds approved. */
const approvedHotels = 4;

/**
 * Inserts the former cycles, and the rounds of the stages that the hotels have left. The database
 * opened a cycle and the round of the present stage when it inserted each hotel. Some former rounds are
 * approved, and one round is planned.
 */
export async function insertRounds(tx: Tx, { now, people, hotels }: Planned): Promise<RoundOf> {
  const cycleOf = await insertFormerCycles(tx, hotels);
  const rows = hotels.flatMap(({ id, stage, entered, former }) => {
    const present = stepsOf(entered).filter((step) => step.stage !== stage);
    return [
      ...roundsOf(id, cycleOf.get(`${id} former`), stepsOf(former)),
      ...roundsOf(id, cycleOf.get(`${id} present`), present),
    ];
  });
  await tx.insertInto('rounds').values(rows).execute();
  await sql`
    insert into round_times (round_id, hotel_id, since)
    select id, hotel_id, opened_at from rounds where opened_at is not null
    on conflict do nothing`.execute(tx);
  await approveSome(
    tx,
    people.admin.id,
    hotels.filter(({ former }) => former).slice(0, approvedHotels),
  );
  const waiting = hotels.find(({ stage }) => stage === 'Virtual Session');
  if (waiting) await planOne(tx, waiting.id, cycleOf.get(`${waiting.id} present`), now);
  return findRounds(tx);
}

type Cycle = { id: number; isOver: boolean };
type Steps = ReturnType<typeof stepsOf>;

function roundsOf(
  hotelId: number,
  cycle: Cycle | undefined,
  steps: Steps,
): Insertable<Database['rounds']>[] {
  if (!cycle) return [];
  const status = cycle.isOver ? 'closed' : 'open';
  return steps.map(({ stage, at }) => ({
    ...{ cycleId: cycle.id, hotelId, kind: roundKindOf(stage), stage, status },
    ...{ openedAt: iso(at), createdAt: iso(at) },
  }));
}

/**
 * Inserts the cycles before the present ones, which become the second. Returns all cycles by hotel:
 * `17 former` and `17 present`.
 */
async function insertFormerCycles(
  tx: Tx,
  hotels: readonly DemonstrationHotel[],
): Promise<Map<string, Cycle>> {
  const present = await tx.selectFrom('cycles').select(['id', 'hotelId', 'endedAt']).execute();
  const cycles = new Map(
    present.map(({ id, hotelId, endedAt }) => [
      `${hotelId} present`,
      { id, isOver: endedAt !== null },
    ]),
  );
  for (const { id: hotelId, former, entered } of hotels) {
    if (!former) continue;
    await sql`update cycles set number = 2, began_at = ${iso(begunAt(entered))}
      where hotel_id = ${hotelId}`.execute(tx);
    const { id } = await tx
      .insertInto('cycles')
      .values({
        ...{ hotelId, number: 1, outcome: 'Closed with an action plan for the next year.' },
        ...{ beganAt: iso(begunAt(former)), endedAt: iso(former.Disposition ?? 0) },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    cycles.set(`${hotelId} former`, { id, isOver: true });
  }
  return cycles;
}

const begunAt = ({ Initiated = 0 }: Entered) => Initiated;

/** Approves the onsite rounds of the former cycles of these hotels, two weeks after the next round. */
async function approveSome(
  tx: Tx,
  approverId: number,
  hotels: readonly DemonstrationHotel[],
): Promise<void> {
  for (const { id, former } of hotels)
    await tx
      .updateTable('rounds')
      .set({
        status: 'approved',
        approvedById: approverId,
        approvedAt: iso((former?.['Virtual Session'] ?? 0) + 14 * day),
      })
      .where('hotelId', '=', id)
      .where('stage', '=', 'Onsite Assessment')
      .where('openedAt', '=', iso(former?.['Onsite Assessment'] ?? 0))
      .execute();
}

async function planOne(
  tx: Tx,
  hotelId: number,
  cycle: Cycle | undefined,
  now: number,
): Promise<void> {
  if (!cycle) return;
  await tx
    .insertInto('rounds')
    .values({
      ...{ clientId: makeClientId(now, 'demonstration'), cycleId: cycle.id, hotelId },
      ...{ kind: 'reassessment', stage: 'Virtual Re-Assessment', status: 'planned' },
      ...{ plannedFrom: calendarDay(now + 21 * day), plannedTo: calendarDay(now + 23 * day) },
      createdAt: iso(now),
    })
    .execute();
}

/**
 * How long before its round an interview may have begun: the demonstration moves interviews from a
 * weekend to the Friday before.
 */
const early = 3 * day;

async function findRounds(tx: Tx): Promise<RoundOf> {
  const rounds = await tx
    .selectFrom('rounds')
    .select(['id', 'hotelId', 'stage', 'openedAt'])
    .where('openedAt', 'is not', null)
    .orderBy('openedAt')
    .execute();
  const of = Map.groupBy(rounds, ({ hotelId, stage }) => `${hotelId} ${stage}`);
  return (hotelId, stage, startedAt) => {
    const all = of.get(`${hotelId} ${stage}`) ?? [];
    const round = all.findLast(({ openedAt }) => Date.parse(openedAt ?? '') <= startedAt + early);
    return (round ?? all[0])?.id;
  };
}
