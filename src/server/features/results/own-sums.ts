import { sql, type RawBuilder } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import { longestDuration } from '#domain/responses/check-times.ts';
import type { Month } from '#domain/time-zone.ts';
import { inScopeOfMany } from '#server/db/scope.ts';
import { isPassed, isScored, ratio, sumColumns } from '#server/db/score-columns.ts';
import { endsOf, ofConsultant } from './chosen-responses.ts';
import type { PreparedFilter } from './prepare-filter.ts';
import { categorySums, gapsIn, inGaps, madeIn } from './rolled-sums.ts';

/*
 * Reads the figures of some hotels from the sums by month and hotel. The sums of days cannot tell hotels apart.
 *
 * These months are those of UTC. In another time zone a month begins some hours earlier or later, and the
 * responses of these hours belong to another month than in UTC. So each of them is taken from the month of UTC
 * and added to its own. The sum over all months stays the same.
 */

/** Returns the words of a `with`: the closed months within the range, and its gaps. */
function monthsAndGaps(filter: PreparedFilter): RawBuilder<unknown> {
  const span = endsOf(filter);
  return sql`made as materialized ${madeIn('month', span, [])},
    gaps as materialized ${gapsIn(span)}`;
}

/** The rows of closed months of the hotels that the scope and the filter choose. */
function fromMonths(scope: Scope, filter: PreparedFilter): RawBuilder<unknown> {
  const { hotelId, consultantId, stage, roundId } = filter;
  const conditions = [
    inScopeOfMany(scope, 'summed.hotel_id'),
    ofConsultant('summed.hotel_id', consultantId),
    hotelId === undefined ? sql`true` : sql`summed.hotel_id = ${hotelId}`,
    stage === undefined ? sql`true` : sql`summed.hotel_stage = ${stage}`,
    roundId === undefined ? sql`true` : sql`summed.round_id = ${roundId}`,
  ];
  return sql`made join rolled_hotel_sums summed using (month)
    where ${sql.join(conditions, sql` and `)}`;
}

/** A moment within a month of UTC that lies in the month of the same name in every time zone. */
const middle = sql`lower(made.span) + interval '14 days'`;

/**
 * Selects the hours that belong to another month than in UTC, within the closed months, each with the middle of
 * its month of UTC.
 */
function shiftsOf(months: readonly Month[]): RawBuilder<unknown> {
  const shifts = months
    .map(({ month, begin }) => [begin, Date.parse(`${month}-01`)].toSorted((a, b) => a - b))
    .filter(([begin, until]) => begin !== until)
    .map((ends) => `[${ends.map((moment) => new Date(moment).toISOString()).join()})`);
  return sql`(
    select lower(made.span * hours) as begin, upper(made.span * hours) as until, ${middle} as middle
    from made join unnest(${`{${shifts.map((shift) => `"${shift}"`).join()}}`}::tstzrange[]) hours
      on made.span && hours)`;
}

/** Returns the words of a `with` whose last part, `parts`, is as in `partsByPeriod`, by month. */
export function partsOfHotels(
  scope: Scope,
  filter: PreparedFilter,
  months: readonly Month[],
): RawBuilder<unknown> {
  const moments = `{${months.map(({ begin }) => new Date(begin).toISOString()).join()}}`;
  const placeOf = (moment: RawBuilder<unknown>) =>
    sql`width_bucket(${moment}, ${moments}::timestamptz[])`;
  const own = placeOf(sql`response.completed_at`);
  const sums = ['responses', 'passed', 'scored', 'ratios', ...sumColumns];
  const kept = sql.join(sums.map((name) => sql.ref(`summed.${name}`)));
  const one = sql`1 as responses, coalesce(${isPassed}, false)::int as passed,
    (${isScored})::int as scored, coalesce(${ratio}, 0) as ratios, ${categorySums('response')}`;
  const signed = sql.join(sums.map((name) => sql`sign * ${sql.ref(`moved.${name}`)}`));
  return sql`${monthsAndGaps(filter)}, shifts as materialized ${shiftsOf(months)}, parts as (
    select ${placeOf(middle)} as place, ${kept} from ${fromMonths(scope, filter)}
    union all
    select ${own}, ${one} from ${inGaps(scope, filter)}
    union all
    select turn.place, ${signed}
    from (select ${own} as own, ${placeOf(sql`gaps.middle`)} as other, ${one}
        from ${inGaps(scope, filter, 'shifts')}) moved
      cross join lateral (values (own, 1), (other, -1)) turn (place, sign)
  )`;
}

/** Selects how many interviews took as long, as `length` and `times`. */
export const lengthsOfHotels = (scope: Scope, filter: PreparedFilter) => sql`(
  with ${monthsAndGaps(filter)}
  select length, count(*) as times from (
    select unnest(summed.durations) as length from ${fromMonths(scope, filter)}
    union all
    select duration from ${inGaps(scope, filter)} and duration <= ${longestDuration}
  ) every_one group by length)`;
