import { sql, type RawBuilder } from 'kysely';

import { isPassed, isScored, ratio, sumColumns } from './score-columns.ts';

/** The columns that the sums of days and of hotels share, each with how it is added up. */
const shared = [
  ['responses', sql`count(*)`],
  ['scored', sql`count(*) filter (where ${isScored})`],
  ['ratios', sql`coalesce(sum(${ratio}), 0)`],
  ...sumColumns.map((column) => [column, sql`sum(${sql.ref(`response.${column}`)})`] as const),
] as const satisfies readonly (readonly [string, RawBuilder<unknown>])[];

const names = sql.join(shared.map(([name]) => sql.ref(name)));
const sums = sql.join(shared.map(([name, sum]) => sql`${sum} as ${sql.ref(name)}`));

/** The columns of `rolled_day_sums`, in the order of {@link sumsOfDay}. */
export const daySumColumns = sql`day, survey_id, edition, hotel_brand, ${names}, passed, answered, lost`;

/** The columns of `rolled_hotel_sums`, in the order of {@link sumsOfMonth}. */
export const hotelSumColumns = sql`month, hotel_id, round_id, hotel_stage, ${names}, last_at, last_id`;

/** The condition for the responses that count and were completed in the span, which begins at this day in UTC. */
const countedIn = (day: string, span: 'day' | 'month') => sql<boolean>`(response.counts
  and response.completed_at >= ${day}::date::timestamp at time zone 'UTC'
  and response.completed_at < (${day}::date + ${sql.lit(`1 ${span}`)}::interval) at time zone 'UTC')`;

/** Selects the sums of a day from its responses: what its rows of `rolled_day_sums` must be. */
export const sumsOfDay = (day: string) => sql`
  select ${day}::date as day, survey_id, edition, hotel_brand, ${names}, passed,
    coalesce(answered, '{}') as answered, coalesce(lost, '{}') as lost
  from (
    select survey_id, edition, hotel_brand, ${sums}, count(*) filter (where ${isPassed}) as passed
    from responses response where ${countedIn(day, 'day')}
    group by survey_id, edition, hotel_brand
  ) summed left join (
    select survey_id, edition, hotel_brand, array_agg(answered order by place) as answered,
      array_agg(lost order by place) as lost
    from (
      select survey_id, edition, hotel_brand, place, count(points) as answered,
        coalesce(sum(points), 0) as lost
      from responses response
        cross join lateral unnest(response.lost) with ordinality as at (points, place)
      where ${countedIn(day, 'day')}
      group by survey_id, edition, hotel_brand, place
    ) placed
    group by survey_id, edition, hotel_brand
  ) points using (survey_id, edition, hotel_brand)`;

/** Selects the sums of a month by hotel from its responses: what its rows of `rolled_hotel_sums` must be. */
export const sumsOfMonth = (month: string) => sql`
  select ${month}::date as month, hotel_id, round_id, hotel_stage, ${sums},
    max(completed_at) filter (where ${isScored}) as last_at,
    max(id) filter (where ${isScored}) as last_id
  from responses response where ${countedIn(month, 'month')} and hotel_id is not null
  group by hotel_id, round_id, hotel_stage`;
