import { sql } from 'kysely';

import { roundKindOf } from '#domain/rounds/round.ts';
import { stages, type Stage } from '#domain/workflow/stages.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { DemonstrationHotel } from './hotels.ts';
import { iso } from './moments.ts';

/** Finds the round of a hotel's stage. */
export type RoundOf = (hotelId: number, stage: Stage) => number | undefined;

/**
 * Inserts the rounds of the stages that the hotels have left. The database opened a cycle and the
 * round of the present stage when it inserted each hotel.
 */
export async function insertRounds(
  tx: Tx,
  hotels: readonly DemonstrationHotel[],
): Promise<RoundOf> {
  const left = hotels.flatMap(({ id, stage, entered }) =>
    stages.flatMap((one) => {
      const at = entered[one];
      return one === stage || at === undefined ? [] : [{ hotelId: id, stage: one, at: iso(at) }];
    }),
  );
  const cycles = await tx.selectFrom('cycles').select(['id', 'hotelId', 'endedAt']).execute();
  const cycleOf = new Map(cycles.map((cycle) => [cycle.hotelId, cycle]));
  await tx
    .insertInto('rounds')
    .values(
      left.flatMap(({ hotelId, stage, at }) => {
        const cycle = cycleOf.get(hotelId);
        if (!cycle) return [];
        const status = cycle.endedAt === null ? ('open' as const) : ('closed' as const);
        const kind = roundKindOf(stage);
        return [{ cycleId: cycle.id, hotelId, kind, stage, status, openedAt: at, createdAt: at }];
      }),
    )
    .execute();
  await sql`
    insert into round_times (round_id, hotel_id, since)
    select id, hotel_id, opened_at from rounds on conflict do nothing`.execute(tx);
  const rounds = await tx.selectFrom('rounds').select(['id', 'hotelId', 'stage']).execute();
  const idOf = new Map(rounds.map(({ id, hotelId, stage }) => [`${hotelId} ${stage}`, id]));
  return (hotelId, stage) => idOf.get(`${hotelId} ${stage}`);
}
