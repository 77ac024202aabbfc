import { sql, type RawBuilder } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import type { Stage } from '#domain/workflow/stages.ts';
import {
  categoryPercents,
  exactPercent,
  isScored,
  ratio,
  shownPercent,
} from '#server/db/score-columns.ts';
import { endsOf } from './chosen-responses.ts';
import type { PreparedFilter } from './prepare-filter.ts';
import { at, categorySums, inGaps, pastAndGaps } from './rolled-sums.ts';

/** A hotel with its figures in the range, and its latest two assessments up to the end of the range. */
export type ComparedHotel = {
  hotelId: number;
  responses: number;
  percent: number | null;
  latestStage: Stage | null;
  latestPercent: number | null;
  latestRound: number | null;
  previousStage: Stage | null;
  previousPercent: number | null;
  previousRound: number | null;
};

const exact = (sums: string) =>
  exactPercent(sql.raw(`(${sums}_ratios / nullif(${sums}_scored, 0))`));

/**
 * Selects the hotels that have responses in the range from the sums of closed months, and from the
 * responses of other months. There is one row for each hotel, round and stage, then one for each hotel.
 * Joins would be planned for a few hotels, because PostgreSQL cannot foresee how many come out of a `with`,
 * and take a minute for thousands.
 */
export function compareHotelsBySums(
  scope: Scope,
  filter: PreparedFilter,
): RawBuilder<ComparedHotel> {
  const begin = at(endsOf(filter).begin);
  const shown = (percent: string) => shownPercent(sql.ref(percent), 1, filter.line);
  const assessment = (name: string, age: 1 | 2) => sql`
    max(hotel_stage) filter (where age = ${sql.lit(age)} and is_assessed) as ${sql.ref(`${name}_stage`)},
    max(round_id) filter (where age = ${sql.lit(age)} and is_assessed) as ${sql.ref(`${name}_round`)},
    max(percent) filter (where age = ${sql.lit(age)} and is_assessed) as ${sql.ref(`${name}_percent`)}`;
  return sql<ComparedHotel>`(
    with ${pastAndGaps(filter)}, parts as (
      select hotel_id, round_id, hotel_stage, lower(made.span) >= ${begin} as in_range,
        responses, scored, ratios, last_at, last_id
      from made join rolled_hotel_sums summed using (month)
      union all
      select response.hotel_id, response.round_id, response.hotel_stage,
        response.completed_at >= ${begin}, 1, (${isScored})::int, coalesce(${ratio}, 0),
        case when ${isScored} then response.completed_at end,
        case when ${isScored} then response.id end
      from ${inGaps(scope, filter)} and response.hotel_id is not null
    ), sums as (
      select hotel_id, round_id, hotel_stage, sum(scored)::int as all_scored,
        sum(ratios) as all_ratios, max(last_at) as last_at, max(last_id) as last_id,
        coalesce(sum(responses) filter (where in_range), 0)::int as responses,
        coalesce(sum(scored) filter (where in_range), 0)::int as own_scored,
        coalesce(sum(ratios) filter (where in_range), 0) as own_ratios
      from parts group by hotel_id, round_id, hotel_stage
    ), aged as (
      select *, ${exact('all')} as exact, hotel_stage is not null and all_scored > 0 as is_assessed,
        row_number() over (partition by hotel_id order by
          hotel_stage is not null and all_scored > 0 desc, last_at desc, last_id desc) as age
      from sums
    ), assessed as (
      select *, case when age <= 2 then ${shown('exact')} end as percent
      from (select * from aged offset 0) aged
    ), compared as (
      select hotel_id, sum(responses) as responses, sum(own_scored)::int as own_scored,
        sum(own_ratios) as own_ratios, ${assessment('latest', 1)}, ${assessment('previous', 2)}
      from assessed group by hotel_id
    )
    select hotel_id, responses, ${shown('exact')} as percent, latest_stage, latest_round,
      latest_percent, previous_stage, previous_round, previous_percent
    from (select *, ${exact('own')} as exact from compared where responses > 0 offset 0) compared)`;
}

/**
 * The percentages of the categories of the hotel `compared`. PostgreSQL reads them for the hotels of the
 * page alone, after it has sorted.
 */
export function categoriesBySums(scope: Scope, filter: PreparedFilter) {
  const begin = at(endsOf(filter).begin);
  return sql<(number | null)[]>`(
    with ${pastAndGaps(filter)}, parts as (
      select ${categorySums('summed')} from made join rolled_hotel_sums summed using (month)
      where summed.hotel_id = compared.hotel_id and lower(made.span) >= ${begin}
      union all
      select ${categorySums('response')} from ${inGaps(scope, filter)}
        and response.hotel_id = compared.hotel_id and response.completed_at >= ${begin}
    )
    select ${categoryPercents(filter.line)} from parts)`;
}
