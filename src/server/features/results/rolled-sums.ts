import { sql, type RawBuilder } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import { isPassed, isScored, ratio, sumColumns } from '#server/db/responses/score-columns.ts';
import { counted, endsOf, placesOf } from './chosen-responses.ts';
import type { PreparedFilter } from './prepare-filter.ts';

/*
 * Reads figures from the sums of closed days and months where these are valid, and from the responses for all other
 * time. Late responses are in no sums, so they are read one by one. One statement reads all of it, and so reads one
 * snapshot. `background/make-roll-ups.ts` says when sums are valid and which responses are late, and `choose-source.ts`
 * which figures come from sums.
 */

const anHour = 3_600_000;

/** Returns SQL of a moment that is given in milliseconds since 1970. It may be infinite. */
export const at = (moment: number) => {
  if (Number.isFinite(moment)) return sql`to_timestamp(${moment / 1_000}::float8)`;
  return moment < 0 ? sql`'-infinity'::timestamptz` : sql`'infinity'::timestamptz`;
};

const firstDay = {
  day: (moment: string) => moment.slice(0, 10),
  month: (moment: string) => `${moment.slice(0, 7)}-01`,
};

type Span = { begin: number; end: number };

/** Returns whether a response can have been completed at the moment: from the year 1000 to the year 9999. */
const isPossible = (moment: number) => moment >= Date.UTC(1_000, 0) && moment < Date.UTC(10_000, 0);

/**
 * Returns the days, or the first days of the months, within which one of the moments lies. A moment at the very
 * beginning of a day or month does not lie within it.
 */
const cutAt = (unit: 'day' | 'month', moments: readonly number[]) =>
  moments.flatMap((moment) => {
    if (!isPossible(moment)) return [];
    const first = firstDay[unit](new Date(moment).toISOString());
    return Date.parse(first) === moment ? [] : [first];
  });

/**
 * Selects the days or months within the span whose sums are valid, each with its span of moments. A day or month in
 * which one of the `cuts` lies belongs to two periods, so it is left out.
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
 * Selects the hours of the days that are cut: those in which a cut or an end of the span lies, and whose sums are
 * valid. The hour in which the cut or the end itself lies is left out, and so are hours outside the span.
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
 * Returns two parts of a `with`: `covered`, one row with all time whose sums are read, which are the spans of `made`; and
 * `gaps`, the rest of the span, from `begin` to before `until`. PostgreSQL has no range that ends before it begins, so
 * such a span is made empty and has no gaps.
 */
const coveredAndGaps = ({ begin, end }: Span, made = sql`made`) => sql`
  covered as materialized (select coalesce(range_agg(span), '{}') as spans from ${made}),
  gaps as materialized (select lower(gap) as begin, upper(gap) as until
    from covered cross join unnest(
      tstzmultirange(tstzrange(${at(begin)}, ${at(Math.max(begin, end))})) - covered.spans) gap)`;

/**
 * Returns parts of a `with`: `made`, the days within the range whose sums are valid, and those of
 * {@link coveredAndGaps}.
 */
export function madeAndGaps(
  filter: PreparedFilter,
  cuts: readonly number[] = [],
): RawBuilder<unknown> {
  const span = endsOf(filter);
  return sql`made as materialized ${madeIn('day', span, cuts)}, ${coveredAndGaps(span)}`;
}

/**
 * Returns the parts of {@link madeAndGaps} and `hours`: the hours of days in which a cut or an end of the range lies.
 * These hours are in no gap.
 */
function madeHoursAndGaps(filter: PreparedFilter, cuts: readonly number[]): RawBuilder<unknown> {
  const span = endsOf(filter);
  const held = sql`(select span from made union all select span from hours) held`;
  return sql`made as materialized ${madeIn('day', span, cuts)},
    hours as materialized ${hoursIn(span, cuts)}, ${coveredAndGaps(span, held)}`;
}

/**
 * Returns parts of a `with`: `months` and `days` whose sums are valid, and those of {@link coveredAndGaps}. The days of
 * these months are left out of `days`. A month in which one of its cuts lies is read from its days, and a day
 * in which one of its cuts lies is read from its responses.
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
    ), ${coveredAndGaps(span)}`;
}

/**
 * Returns what comes after `from` to read the counted responses that the filter chooses and that no sums have: those in
 * the gaps, and the late ones in all other time. It ends with a condition, so the caller can go on with `and`.
 *
 * There are few gaps, and `offset 0` makes PostgreSQL find the responses of each by the index of moments. Without it,
 * PostgreSQL expects a hundred gaps with a ninth of all responses each, and reads the whole table once that is large.
 */
export function unsummedResponses(scope: Scope, filter: PreparedFilter): RawBuilder<unknown> {
  const chosen = counted(scope, { ...filter, from: undefined, to: undefined });
  return sql`(
      select response.* from gaps cross join lateral (
        select * from responses response
        where response.completed_at >= gaps.begin and response.completed_at < gaps.until and ${chosen}
        offset 0
      ) response
      union all
      select * from (
        select * from responses response
        where response.id = any (array(
            select late.response_id from covered join rolled_late late on late.completed_at <@ covered.spans))
          and ${chosen}
        offset 0
      ) late
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
 * Returns what comes after `from` to read the rows of a table of sums for the days, hours or months in `made`,
 * narrowed by survey, brand and verdict. If the filter has a question, `at.place` is its place in the row's edition.
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
 * Returns parts of a `with`. The last one, `parts`, has the sums of the filtered responses: one row for each day,
 * hour or single response, with the place of its period in the order of `begins`.
 */
export function partsByPeriod(
  scope: Scope,
  filter: PreparedFilter,
  begins: readonly number[],
): RawBuilder<unknown> {
  const moments = `{${begins.map((begin) => new Date(begin).toISOString()).join()}}`;
  const place = (moment: RawBuilder<unknown>) =>
    sql`width_bucket(${moment}, ${moments}::timestamptz[]) as place`;
  // There are no sums by hour for a question.
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
    from ${unsummedResponses(scope, filter)}
  )`;
}

/** Returns SQL of how many of the responses of a row `summed` passed. All responses of a row have one verdict. */
export const passedOf = (responses: RawBuilder<unknown>) =>
  sql`case when summed.verdict = 'Pass' then ${responses} else 0 end`;

/** Selects the columns of `parts` from a row `summed` of a table of sums. `of` returns SQL of one sum of that row. */
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
