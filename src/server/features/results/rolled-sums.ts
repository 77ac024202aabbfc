import { sql, type RawBuilder } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import type { ResultsFilter } from '#domain/results/results.ts';
import { isPassed, isScored, ratio, sumColumns } from '#server/db/score-columns.ts';
import { counted, endsOf, placesOf } from './chosen-responses.ts';
import type { PreparedFilter } from './prepare-filter.ts';

/*
 * Reads figures from the sums of closed days and months where these hold, and all else from the responses,
 * in one statement and so in one snapshot (`background/make-roll-ups.ts` says when sums hold).
 */

/** Which sums can be narrowed by each part of the filter: those of all hotels, those by hotel, or both. */
const carried = {
  from: 'both',
  to: 'both',
  timeZone: 'both',
  surveyId: 'both',
  brand: 'both',
  hotelId: 'byHotel',
  consultantId: 'byHotel',
  review: 'none',
  scoreFrom: 'none',
  scoreBelow: 'none',
  verdict: 'all',
  category: 'none',
  questionId: 'all',
  stage: 'byHotel',
  roundId: 'byHotel',
  approved: 'none',
} satisfies Record<keyof ResultsFilter, 'both' | 'all' | 'byHotel' | 'none'>;

const filters = Object.keys(carried) as (keyof typeof carried)[];

/** Returns whether these sums can be narrowed as the filter says. */
const carries = (sums: 'all' | 'byHotel', filter: PreparedFilter) =>
  filters.every(
    (name) => filter[name] === undefined || carried[name] === 'both' || carried[name] === sums,
  );

const anHour = 3_600_000;

/**
 * Returns whether figures over responses can be read from sums over all hotels. Responses that lost points at one
 * question have sums of their own.
 */
export const hasSums = (scope: Scope, filter: PreparedFilter): boolean =>
  scope.kind === 'all' && !filter.fromResponses && carries('all', filter);

/**
 * Returns whether the figures of questions and standards can be read from the marks of closed days and months, which tell stages and
 * hotels apart. A single hotel has few responses, so these are read.
 */
export const hasMarks = (filter: PreparedFilter): boolean =>
  !filter.fromResponses &&
  filter.questionId === undefined &&
  filter.verdict === undefined &&
  carries('all', { ...filter, stage: undefined, consultantId: undefined });

/** Returns whether the figures of some hotels, or of one stage, can be read from sums by hotel. */
export function hasHotelSums(scope: Scope, filter: PreparedFilter): boolean {
  const isOfSome =
    scope.kind !== 'all' ||
    filter.hotelId !== undefined ||
    filter.consultantId !== undefined ||
    filter.stage !== undefined;
  return isOfSome && !filter.fromResponses && carries('byHotel', filter);
}

/** Returns whether the comparison of hotels can be read from sums by hotel. */
export const canCompareSums = (filter: PreparedFilter) =>
  !filter.fromResponses && carries('byHotel', filter);

/** A moment as the database writes it. */
export const at = (moment: number) => {
  if (Number.isFinite(moment)) return sql`to_timestamp(${moment / 1_000}::float8)`;
  return moment < 0 ? sql`'-infinity'::timestamptz` : sql`'infinity'::timestamptz`;
};

const firstDay = {
  day: (moment: string) => moment.slice(0, 10),
  month: (moment: string) => `${moment.slice(0, 7)}-01`,
};

type Span = { begin: number; end: number };

/** Nothing was completed before the year 1000, or will be after 9999. */
const isPossible = (moment: number) => moment >= Date.UTC(1_000, 0) && moment < Date.UTC(10_000, 0);

/** Returns the first days of the days or months within which a moment lies. */
const cutAt = (unit: 'day' | 'month', moments: readonly number[]) =>
  moments.flatMap((moment) => {
    if (!isPossible(moment)) return [];
    const first = firstDay[unit](new Date(moment).toISOString());
    return Date.parse(first) === moment ? [] : [first];
  });

/**
 * Selects the days or months within the span whose sums hold, each with its span of moments. A day or month
 * in which one of the `cuts` lies belongs to two periods, so it is left out.
 */
function madeIn(
  unit: 'day' | 'month',
  { begin, end }: Span,
  cuts: readonly number[],
): RawBuilder<unknown> {
  const column = sql.ref(unit);
  return sql`(select ${column}, version, tstzrange(since, until) as span from (
      select ${column}, version, ${column}::timestamp at time zone 'UTC' as since,
        (${column} + ${sql.lit(`1 ${unit}`)}::interval) at time zone 'UTC' as until
      from ${sql.table(`rolled_${unit}s`)}
    ) every_one
    where since >= ${at(begin)} and until <= ${at(end)}
      and ${column} <> all (${`{${cutAt(unit, cuts).join()}}`}::date[])
      and ${column} not in (
        select date_trunc(${sql.lit(unit)}, changed.day::timestamp)::date
        from rolled_changes changed))`;
}

/**
 * Selects the hours within the span of the days that a cut or an end of the span lies in, if the sums of the day
 * hold. An hour within which one lies is left out.
 */
function hoursIn({ begin, end }: Span, cuts: readonly number[]): RawBuilder<unknown> {
  const moments = [...cuts, begin, end];
  const hours = moments.filter(isPossible).flatMap((moment) => {
    const since = Math.floor(moment / anHour) * anHour;
    return since === moment ? [] : [new Date(since).toISOString()];
  });
  return sql`(select day, hour, tstzrange(hour, until) as span from (
      select day, hour, hour + interval '1 hour' as until
      from rolled_days cross join lateral (
        select (day + nth * interval '1 hour') at time zone 'UTC' as hour
        from generate_series(0, 23) nth) of_day
      where day = any (${`{${cutAt('day', moments).join()}}`}::date[])
        and day not in (select day from rolled_changes)
    ) every_one
    where hour >= ${at(begin)} and until <= ${at(end)}
      and hour <> all (${`{${hours.join()}}`}::timestamptz[]))`;
}

/**
 * Selects what `made` leaves of the span: spans of moments, from `begin` to before `until`. Nothing is left of a span that ends
 * before it begins, for which PostgreSQL has no range.
 */
const gapsIn = ({ begin, end }: Span, made = sql`made`) => sql`(
  select lower(gap) as begin, upper(gap) as until
  from unnest(tstzmultirange(tstzrange(${at(begin)}, ${at(Math.max(begin, end))}))
    - (select coalesce(range_agg(span), '{}') from ${made})) gap)`;

/** Returns the words of a `with`: the closed days within the range, and its gaps. */
export function madeAndGaps(
  filter: PreparedFilter,
  cuts: readonly number[] = [],
): RawBuilder<unknown> {
  const span = endsOf(filter);
  return sql`made as materialized ${madeIn('day', span, cuts)},
    gaps as materialized ${gapsIn(span)}`;
}

/** Returns the same, and the hours of days that a cut or an end of the range lies in. These are in no gap. */
function madeHoursAndGaps(filter: PreparedFilter, cuts: readonly number[]): RawBuilder<unknown> {
  const span = endsOf(filter);
  const held = sql`(select span from made union all select span from hours) held`;
  return sql`made as materialized ${madeIn('day', span, cuts)},
    hours as materialized ${hoursIn(span, cuts)}, gaps as materialized ${gapsIn(span, held)}`;
}

/**
 * Returns the words of a `with`: the closed months within the span, the closed days outside these, and the gaps. A
 * month or day in which one of its cuts lies is in none of them, so its responses are in the gaps.
 */
export function monthsDaysAndGaps(
  span: Span,
  cuts: { months: readonly number[]; days: readonly number[] },
): RawBuilder<unknown> {
  return sql`months as materialized ${madeIn('month', span, cuts.months)}, days as materialized (
      select * from ${madeIn('day', span, cuts.days)} every_one
      where not exists (select from months where months.span @> every_one.span)
    ), made as (
      select span from months union all select span from days
    ), gaps as materialized ${gapsIn(span)}`;
}

/**
 * The responses of the gaps that the filter chooses and that count.
 *
 * There are few gaps, and `offset 0` makes PostgreSQL find the responses of each by the index of moments.
 * Without it, PostgreSQL expects a hundred gaps with a ninth of all responses each, and reads the whole table
 * once that is large.
 */
export function inGaps(scope: Scope, filter: PreparedFilter): RawBuilder<unknown> {
  return sql`gaps cross join lateral (
      select * from responses response
      where response.completed_at >= gaps.begin and response.completed_at < gaps.until
        and ${counted(scope, { ...filter, from: undefined, to: undefined })}
      offset 0
    ) response
    where true`;
}

const unitOf = {
  rolled_day_sums: 'day',
  rolled_hour_sums: 'day, hour',
  rolled_question_sums: 'day',
  rolled_day_bands: 'day',
  rolled_day_durations: 'day',
  rolled_month_durations: 'month',
} as const;

/**
 * The rows of a table of sums for the days or months that hold, narrowed as the filter says. With a question,
 * `at.place` is its place in the row's edition.
 */
export function fromMade(
  table: keyof typeof unitOf,
  { surveyId, brand, verdict, questionId }: PreparedFilter,
  made = 'made',
): RawBuilder<unknown> {
  const places =
    questionId === undefined
      ? sql``
      : sql`join ${placesOf(questionId)} at
          on at.survey_id = summed.survey_id and at.edition = summed.edition`;
  const conditions = [
    surveyId === undefined ? sql`true` : sql`summed.survey_id = ${surveyId}`,
    brand === undefined ? sql`true` : sql`summed.hotel_brand = ${brand}`,
    verdict === undefined ? sql`true` : sql`summed.verdict = ${verdict}`,
  ];
  return sql`${sql.table(made)} join ${sql.table(table)} summed using (${sql.raw(unitOf[table])})
      ${places}
    where ${sql.join(conditions, sql` and `)}`;
}

/** The sums of the categories of a response. */
const categorySums = sql.join(sumColumns.map((column) => sql.ref(`response.${column}`)));

/**
 * Returns the words of a `with` whose last part, `parts`, has figures of the filtered responses: those of a
 * day, of an hour, or of a single response, with the place of their period among the moments at which periods begin.
 */
export function partsByPeriod(
  scope: Scope,
  filter: PreparedFilter,
  begins: readonly number[],
): RawBuilder<unknown> {
  const moments = `{${begins.map((begin) => new Date(begin).toISOString()).join()}}`;
  const place = (moment: RawBuilder<unknown>) =>
    sql`width_bucket(${moment}, ${moments}::timestamptz[]) as place`;
  // Sums at a question are by day alone.
  const made =
    filter.questionId === undefined
      ? sql`${madeHoursAndGaps(filter, begins)}, parts as (
        select ${place(sql`lower(made.span)`)}, ${sumsOf((sum) => sum)}
        from ${fromMade('rolled_day_sums', filter)}
        union all
        select ${place(sql`lower(hours.span)`)}, ${sumsOf((sum) => sum)}
        from ${fromMade('rolled_hour_sums', filter, 'hours')}`
      : sql`${madeAndGaps(filter, begins)}, parts as (
        select ${place(sql`lower(made.span)`)}, ${sumsOf((sum) => sql`${sum}[at.place]`)}
        from ${fromMade('rolled_question_sums', filter)} and summed.responses[at.place] > 0`;
  return sql`${made}
    union all
    select ${place(sql`response.completed_at`)}, 1, coalesce(${isPassed}, false)::int,
      (${isScored})::int, coalesce(${ratio}, 0), ${categorySums}
    from ${inGaps(scope, filter)}
  )`;
}

/** How many responses of a row of sums passed, given how many there are. */
export const passedOf = (responses: RawBuilder<unknown>) =>
  sql`case when summed.verdict = 'Pass' then ${responses} else 0 end`;

/**
 * Selects the sums that a part has from a row of sums, whose responses have one verdict. `of` selects one sum of the row.
 */
function sumsOf(of: (column: RawBuilder<unknown>) => RawBuilder<unknown>): RawBuilder<unknown> {
  const responses = of(sql`summed.responses`);
  return sql`${responses} as responses, ${passedOf(responses)} as passed,
    case when summed.verdict = 'Not scored' then 0 else ${responses} end as scored,
    ${sql.join(
      ['ratios', ...sumColumns].map(
        (name) => sql`${of(sql.ref(`summed.${name}`))} as ${sql.ref(name)}`,
      ),
    )}`;
}
