import { sql, type RawBuilder } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import { monthsBetween, type Month } from '#domain/time-zone.ts';
import { onlyRow } from '#server/db/statements/only-row.ts';
import { hotelsSeenBy } from '#server/db/people/scope.ts';
import {
  categoryPercents,
  exactPercent,
  isPassed,
  isScored,
  meanRatio,
  ratio,
  shownPercent,
  sumColumns,
} from '#server/db/responses/score-columns.ts';
import { inSnapshot, type Db } from '#server/db/statements/transaction.ts';
import { chosen, counted, endsOf, scopeOfConsultant, within } from './chosen-responses.ts';
import { readFigure } from './choose-source.ts';
import { partOf } from './part-of.ts';
import type { PreparedFilter } from './prepare-filter.ts';
import { medianOfResponses, medianOfSums } from './read-median-duration.ts';
import { partsByPeriod } from './rolled-sums.ts';
import { sumHotels } from './sum-hotels.ts';

/** Selects how many of the filtered responses count in no figure. They are few, and there is an index of them. */
const selectUncounted = (scope: Scope, filter: PreparedFilter) =>
  sql`(select count(*) from responses response where ${chosen(scope, filter)} and not counts)`;

/** Counts the filtered responses that lists show and that are in no figure. */
export async function countUncounted(
  db: Db,
  scope: Scope,
  filter: PreparedFilter,
): Promise<number> {
  const select = sql<{ count: number }>`select ${selectUncounted(scope, filter)} as count`;
  return onlyRow((await select.execute(db)).rows).count;
}

/** Counts the filtered responses as lists show them, also those that do not count in figures. */
export async function countResponses(
  db: Db,
  scope: Scope,
  filter: PreparedFilter,
): Promise<number> {
  const isChosen = chosen(scope, filter);
  const uncounted = selectUncounted(scope, filter);
  const read = async (tx: Db, statement: RawBuilder<{ count: number }>) =>
    onlyRow((await statement.execute(tx)).rows).count;
  return readFigure('numberOfResponses', scope, filter, {
    sums: () =>
      read(
        db,
        sql`with ${partsByPeriod(scope, filter, [])}
          select coalesce(sum(responses), 0)::bigint + ${uncounted} as count from parts`,
      ),
    records: () =>
      inSnapshot(db, async (tx) => {
        const own = await sumHotels(tx, scope, filter, []);
        return own && own.responses + (await read(tx, sql`select ${uncounted} as count`));
      }),
    responses: () => read(db, sql`select count(*) from responses response where ${isChosen}`),
  });
}

/**
 * Selects the mean in points of five, to one decimal. A mean below the portfolio's line is never rounded up to the line, which
 * is a twentieth of its percentage: 79.9% is 3.9 of 5, because 4.0 passes at a line of 80.
 */
const averageOfFive = (line: number) => {
  const exact = exactPercent(meanRatio);
  const highestBelow = Math.ceil(line / 2 - 1) / 10;
  return sql<number | null>`case when ${exact} < ${line}::int
    then least(round(${exact} / 20, 1), ${sql.lit(highestBelow)})
    else round(${exact} / 20, 1) end`;
};

/** Selects the figures of the summary from rows of sums. */
const figuresOfSums = (line: number) =>
  [
    sql<number>`coalesce(sum(responses), 0)`.as('responses'),
    sql<number>`coalesce(sum(passed), 0)`.as('passed'),
    sql<number>`coalesce(sum(scored), 0)`.as('scored'),
    averageOfFive(line).as('averageScore'),
    shownPercent(exactPercent(meanRatio), 1, line).as('percent'),
    categoryPercents(line).as('categoryPercents'),
  ] as const;

/**
 * Returns the figures of each month that has responses, in time order, of the whole range, and the median duration. Months
 * are in the filter's time zone. A month is whole when it lies within the range and was over at `now`.
 */
export async function summarize(db: Db, scope: Scope, filter: PreparedFilter, now: number) {
  const months = await monthsOfResponses(db, filter);
  const [rows, medianDuration] = await readFigure('summary', scope, filter, {
    sums: () =>
      Promise.all([monthsOfSums(db, scope, filter, months), medianOfSums(db, scope, filter)]),
    records: async () => {
      const own = await sumHotels(db, scope, filter, months);
      return own && [await sumParts(db, filter, months, own.parts), own.medianDuration];
    },
    responses: () =>
      Promise.all([sumByMonth(db, scope, filter, months), medianOfResponses(db, scope, filter)]),
  });
  return { sums: wholeAndMonths(rows, filter, months, now), medianDuration };
}

/** Returns the figures of each month, like {@link summarize}. They are read from the responses, so it is for one hotel. */
export async function figuresByMonth(db: Db, scope: Scope, filter: PreparedFilter, now: number) {
  const months = await monthsOfResponses(db, filter);
  const rows = await sumByMonth(db, scope, filter, months);
  return wholeAndMonths(rows, filter, months, now).months;
}

/** Puts the rows into the form that {@link summarize} returns. */
function wholeAndMonths(
  rows: readonly MonthSums[],
  filter: PreparedFilter,
  months: readonly Month[],
  now: number,
) {
  const { begin, end } = endsOf(filter);
  return {
    whole: rows.find(({ monthThere }) => monthThere === null),
    months: rows.flatMap(({ monthThere: month, responses, scored, passed, percent }) => {
      if (month === null) return [];
      const place = months.findIndex((one) => one.month === month);
      // A month whose first response was stored while this ran has no place in the list. It counts
      // as neither whole nor running.
      const [from = Infinity, to = Infinity] =
        place < 0 ? [] : months.slice(place, place + 2).map((one) => one.begin);
      return [
        { month, ...partOf({ from, to }, { begin, end, now }), responses, scored, passed, percent },
      ];
    }),
  };
}

/**
 * Returns the months from that of the first response in the range to the one after the last
 * response's.
 */
async function monthsOfResponses(db: Db, filter: PreparedFilter): Promise<Month[]> {
  const { begin, end } = endsOf(filter);
  const { first, last } = await db
    .selectFrom('responses')
    .select(({ fn }) => [
      fn.min<string | null>('completedAt').as('first'),
      fn.max<string | null>('completedAt').as('last'),
    ])
    .executeTakeFirstOrThrow();
  if (first === null || last === null) return [];
  return monthsBetween(
    filter.timeZone,
    Math.max(begin, Date.parse(first)),
    Math.min(end - 1, Date.parse(last)),
  );
}

/** Returns the condition that a response was completed in one of these spans; false when there are none. */
function completedIn(spans: readonly (readonly [from: number, to: number])[]) {
  const ranges = spans
    .filter(([from, to]) => from < to)
    .map((span) => `[${span.map((moment) => new Date(moment).toISOString()).join()})`);
  if (ranges.length === 0) return sql<boolean>`false`;
  return sql<boolean>`completed_at <@ ${`{${ranges.join()}}`}::tstzmultirange`;
}

/**
 * Returns the sums of each month, and of all months in the row whose month is null. It is one pass
 * over columns that are in an index: PostgreSQL reads no response, and can share the work among
 * processes.
 *
 * A response stores its month in UTC. In another time zone the month begins some hours earlier or
 * later, and a response completed in those hours belongs to the next month, or to the one before.
 * So responses are grouped by the stored month and by whether they lie in such hours. If they were
 * grouped by a month computed from the moment, PostgreSQL would expect as many groups as there are
 * moments, and would sort instead of sharing the work.
 */
function sumByMonth(db: Db, scope: Scope, filter: PreparedFilter, months: readonly Month[]) {
  const begins = months.map(({ month, begin }) => [begin, Date.parse(`${month}-01`)] as const);
  const monthThere = sql<string | null>`to_char(
    month + (is_after::int - is_before::int) * interval '1 month', 'YYYY-MM')`;
  return db
    .with('monthly', () =>
      db
        .selectFrom('responses as response')
        .select([
          'response.completedMonth as month',
          completedIn(begins).as('isAfter'),
          completedIn(begins.map(([there, utc]) => [utc, there])).as('isBefore'),
          sql<number>`count(*)`.as('responses'),
          sql<number>`count(*) filter (where ${isPassed})`.as('passed'),
          sql<number>`count(*) filter (where ${isScored})`.as('scored'),
          sql<number>`sum(${ratio})`.as('ratios'),
          ...sumColumns.map((column) => sql<number>`sum(${sql.ref(column)})`.as(column)),
        ])
        .where(counted(scope, filter))
        .groupBy(sql`1, 2, 3`),
    )
    .selectFrom('monthly')
    .select([monthThere.as('monthThere'), ...figuresOfSums(filter.line)])
    .groupBy(sql`rollup (${monthThere})`)
    .orderBy(sql`month_there nulls last`)
    .execute();
}

type MonthSums = Awaited<ReturnType<typeof sumByMonth>>[number];

/** Returns the same as {@link sumByMonth}, from the sums of closed days. */
function monthsOfSums(db: Db, scope: Scope, filter: PreparedFilter, months: readonly Month[]) {
  const begins = months.map(({ begin }) => begin);
  return sumParts(db, filter, months, partsByPeriod(scope, filter, begins));
}

/** Returns the same as {@link sumByMonth}, from `parts`, which are sums. */
async function sumParts(
  db: Db,
  filter: PreparedFilter,
  months: readonly Month[],
  parts: RawBuilder<unknown>,
): Promise<MonthSums[]> {
  const { rows } = await sql<Omit<MonthSums, 'monthThere'> & { place: number | null }>`
    with ${parts}
    select place, ${sql.join(figuresOfSums(filter.line))}
    from parts group by rollup (place) order by place`.execute(db);
  return rows.flatMap<MonthSums>(({ place, ...row }) => {
    if (place === null) return [{ monthThere: null, ...row }];
    const monthThere = months[place - 1]?.month;
    // Leave out a month whose first response was stored while this ran, and one whose responses were all moved to
    // other months.
    return monthThere === undefined || row.responses === 0 ? [] : [{ monthThere, ...row }];
  });
}

/**
 * The brand of an interview without a response: the one that its response would have. An interview
 * under way has the brand of its hotel. An abandoned one has the brand that the hotel had then.
 */
const brandOfBegun = sql<string>`coalesce(begun.brand_then, hotel.hotel_brand)`;

/**
 * Counts interviews begun in the range that have no response: they are under way, or were
 * abandoned.
 */
export async function countUnfinished(
  db: Db,
  scope: Scope,
  filter: PreparedFilter,
): Promise<number> {
  const { surveyId, hotelId, brand, consultantId } = filter;
  const { count } = await db
    .selectFrom(
      sql<{ hotelId: number; surveyId: number; beganAt: string; brandThen: string | null }>`(
        select hotel_id, survey_id, started_at as began_at, null as brand_then
          from interview_sessions where status = 'in_progress'
        union all
        select hotel_id, survey_id, began_at, hotel_brand from tombstones gone
          where kind = 'session' and began_at is not null
            and not exists (select from responses where client_id = gone.client_id and counts)
      )`.as('begun'),
    )
    .innerJoin(
      hotelsSeenBy([scope, scopeOfConsultant(consultantId)]).as('hotel'),
      'hotel.id',
      'begun.hotelId',
    )
    .select(sql<number>`count(*)`.as('count'))
    .where(within('begun.began_at', filter))
    .$if(surveyId !== undefined, (query) => query.where('begun.surveyId', '=', surveyId ?? 0))
    .$if(hotelId !== undefined, (query) => query.where('begun.hotelId', '=', hotelId ?? 0))
    .$if(brand !== undefined, (query) => query.where(brandOfBegun, '=', brand ?? ''))
    .executeTakeFirstOrThrow();
  return count;
}
