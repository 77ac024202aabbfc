import { sql, type RawBuilder } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import { longestDuration } from '#domain/responses/check-times.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { counted, endsOf } from './chosen-responses.ts';
import type { PreparedFilter } from './prepare-filter.ts';
import { fromMade, unsummedResponses, monthsDaysAndGaps } from './rolled-sums.ts';

/*
 * Reads the median seconds from start to completion. Durations of more than a day are left out. They mean that the
 * device's clock was changed, or that the interview was paused.
 */

/** Returns the median duration of the filtered responses; null where none has a duration. */
type ReadMedian = (db: Db, scope: Scope, filter: PreparedFilter) => Promise<number | null>;
export const medianOfSums: ReadMedian = (db, ...of) => read(db, ofSums(...of));
export const medianOfResponses: ReadMedian = (db, ...of) => read(db, ofResponses(...of));

async function read(db: Db, statement: RawBuilder<unknown>): Promise<number | null> {
  const { rows } = await sql<{ median: number | null }>`${statement}`.execute(db);
  return rows[0]?.median ?? null;
}

/**
 * Selects the middle duration of `counted`, or the mean of the middle two. In each row, `upto` of the `total`
 * durations are at most `length`.
 */
const middleOf = sql`
  select (min(length) filter (where 2 * upto >= total)
    + min(length) filter (where 2 * upto > total)) / 2.0 as median
  from counted`;

/**
 * Reads the median from the responses. Counts how often each duration occurs, because a million interviews have only
 * a few thousand durations, which are quick to sort.
 */
const ofResponses = (scope: Scope, filter: PreparedFilter) => sql`
  with lengths as (
    select duration as length, count(*) as times
    from responses response
    where ${counted(scope, filter)} and duration <= ${longestDuration}
    group by 1
  ), counted as (
    select length, sum(times) over (order by length) as upto, sum(times) over () as total
    from lengths
  ) ${middleOf}`;

/**
 * Reads the median from the durations of closed months, of closed days outside these months, and of the responses in
 * the gaps.
 *
 * Days and months keep their durations by whole minutes, and within each minute by second. So this first finds the
 * minute in which the middle lies, and then reads the seconds of that minute alone. When the number of interviews is
 * even, the middle two may lie in two minutes, with nothing in between.
 *
 * `offset 0` and `||` make PostgreSQL unpack an array once a row, and not once for each of its numbers.
 */
function ofSums(scope: Scope, filter: PreparedFilter): RawBuilder<unknown> {
  const ofMonths = fromMade('rolled_month_durations', filter, 'months');
  const ofDays = fromMade('rolled_day_durations', filter, 'days');
  const isOfAll = filter.questionId === undefined;
  const times = isOfAll ? sql`times` : sql`lost[at.place] as times`;
  const bySecond = isOfAll
    ? sql`seconds, times_at`
    : sql`seconds, lost_at || '{}'::int[] as lost_at, places, at.place`;
  const ofSecond = isOfAll
    ? sql`unnest(seconds, times_at) timed (beyond, times)`
    : sql`(select beyond, lost_at[(nth::int - 1) * places + place] as times
        from unnest(seconds) with ordinality seconds (beyond, nth)) timed`;
  const isInMiddle = sql`minutes in (select lower from middle union select upper from middle)`;
  return sql`
    with ${monthsDaysAndGaps(endsOf(filter), { months: [], days: [] })}, own as materialized (
      select floor(duration / 60.0)::int as minutes, duration as length, count(*) as times
      from ${unsummedResponses(scope, filter)} and duration <= ${longestDuration} group by duration
    ), by_minute as (
      select minutes, sum(times) as times from (
        select minutes, ${times} from ${ofMonths}
        union all select minutes, ${times} from ${ofDays}
        union all select minutes, times from own
      ) every_one group by minutes
    ), placed as (
      select minutes, times, sum(times) over (order by minutes) as upto,
        sum(times) over () as total
      from by_minute
    ), middle as materialized (
      select min(minutes) filter (where 2 * upto >= total) as lower,
        min(minutes) filter (where 2 * upto > total) as upper,
        min(upto - times) filter (where 2 * upto >= total) as below, max(total) as total
      from placed
    ), lengths as (
      select length, sum(times) as times from (
        select 60 * minutes + beyond as length, timed.times
        from (
          select minutes, ${bySecond} from ${ofMonths} and ${isInMiddle}
          union all select minutes, ${bySecond} from ${ofDays} and ${isInMiddle}
          offset 0
        ) kept cross join lateral ${ofSecond}
        where timed.times > 0
        union all
        select length, times from own, middle where minutes in (middle.lower, middle.upper)
      ) every_one group by length
    ), counted as (
      select length, below + sum(times) over (order by length) as upto, total from lengths, middle
    ) ${middleOf}`;
}
