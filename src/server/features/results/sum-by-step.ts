import { sql } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import type { TrendQuery } from '#domain/results/results.ts';
import { daysOfStep, periodsOf } from '#domain/results/trend.ts';
import { daysIn } from '#domain/time-zone.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import {
  exactPercent,
  meanPercent,
  meanRatio,
  shownPercent,
} from '#server/db/responses/score-columns.ts';
import { readFigure } from './choose-source.ts';
import { counted, endsOf } from './chosen-responses.ts';
import { partOf } from './part-of.ts';
import type { PreparedFilter } from './prepare-filter.ts';
import { partsByPeriod } from './rolled-sums.ts';

type Filter = TrendQuery & PreparedFilter;

/**
 * Returns the figures of each day or week of the range that has begun. The moments at which these
 * begin are computed here, in the filter's time zone. The database only finds between which two of
 * them each response was completed.
 */
export async function sumByStep(db: Db, scope: Scope, filter: Filter, now: number) {
  const { beginOf, dayOf } = daysIn(filter.timeZone);
  const length = daysOfStep[filter.step];
  const [first = earliest, last = latest] = [filter.from, filter.to];
  const today = dayOf(now);
  const periods = periodsOf(filter.step, first, last < today ? last : today).map((from) => ({
    from,
    begin: beginOf(from),
    end: beginOf(from, length),
  }));
  const [oldest] = periods;
  if (!oldest) return [];
  // An open or very long range starts at the oldest point that it shows.
  const from = oldest.from > first ? oldest.from : first;
  const range = { ...filter, from };
  const rows = await readFigure('trend', scope, range, {
    sums: () => sumDaysBetween(db, scope, range, periods),
    responses: () => sumBetween(db, scope, range, periods),
  });
  const ends = { ...endsOf(filter), now };
  return periods.map(({ begin, end, ...period }, index) => {
    const row = rows.find(({ place }) => place === index + 1);
    return {
      ...period,
      ...partOf({ from: begin, to: end }, ends),
      responses: row?.responses ?? 0,
      percent: row?.percent ?? null,
    };
  });
}

/** Used when the filter has no first or no last day. */
const [earliest, latest] = ['0000-01-01', '9999-12-31'];

/**
 * Sums up the responses between these moments. The columns are in an index by time, so PostgreSQL
 * reads no response.
 */
function sumBetween(
  db: Db,
  scope: Scope,
  filter: PreparedFilter,
  periods: readonly { begin: number }[],
) {
  const begins = `{${periods.map(({ begin }) => new Date(begin).toISOString()).join()}}`;
  return db
    .selectFrom('responses as response')
    .select([
      sql<number>`width_bucket(completed_at, ${begins}::timestamptz[])`.as('place'),
      sql<number>`count(*)`.as('responses'),
      meanPercent(filter.line).as('percent'),
    ])
    .where(counted(scope, filter))
    .groupBy(sql`1`)
    .execute();
}

/** Returns the same as {@link sumBetween}, from the sums of closed days. */
async function sumDaysBetween(
  db: Db,
  scope: Scope,
  filter: PreparedFilter,
  periods: readonly { begin: number }[],
) {
  const begins = periods.map(({ begin }) => begin);
  const { rows } = await sql<{ place: number; responses: number; percent: number | null }>`
    with ${partsByPeriod(scope, filter, begins)}
    select place, sum(responses) as responses,
      ${shownPercent(exactPercent(meanRatio), 1, filter.line)} as percent
    from parts group by place`.execute(db);
  return rows;
}
