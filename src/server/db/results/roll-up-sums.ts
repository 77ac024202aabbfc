import { sql, type RawBuilder } from 'kysely';

import { longestDuration } from '#domain/responses/check-times.ts';
import { marks } from '#domain/results/repeat-finding.ts';
import { ratio, scoreBand, storedVerdict, sumColumns } from '#server/db/responses/score-columns.ts';

import { recordsOf } from './hotel-records.ts';

/** Sums of a closed day or month, as a table keeps them. */
export type KeptSums = {
  unit: 'day' | 'month';
  table: string;
  /** The table's columns, in the order of `sums`. */
  columns: RawBuilder<unknown>;
  /** Selects the rows of the table for the day or month that begins at this day in UTC. */
  sums: (first: string) => RawBuilder<unknown>;
  /**
   * The condition for rows that an earlier release made, without a column that was added since. They are right, and
   * are made again one day or month after the other.
   */
  isOutdated?: RawBuilder<unknown>;
  /** The sums of fractions of a row `one`, as an array. Their last digits depend on the order of adding up. */
  ratios?: RawBuilder<unknown>;
};

/** Columns of the sums of days, each with the SQL that computes it. */
const shared = [
  ['responses', sql`count(*)`],
  ['ratios', sql`coalesce(sum(${ratio}), 0)`],
  ...sumColumns.map((column) => [column, sql`sum(${sql.ref(`response.${column}`)})`] as const),
] as const satisfies readonly (readonly [string, RawBuilder<unknown>])[];

const names = sql.join(shared.map(([name]) => sql.ref(name)));
const sums = sql.join(shared.map(([name, sum]) => sql`${sum} as ${sql.ref(name)}`));

/** The columns by which most sums are grouped, so that figures can be filtered by each of them. */
const group = sql.raw('survey_id, edition, hotel_brand, verdict');
/** Selects these columns from responses. */
const ofGroup = sql`survey_id, edition, hotel_brand, ${storedVerdict} as verdict`;

/** The condition that a row's `completed_at` lies in the span, which begins at this day in UTC. */
export const completedIn = (first: string, span: 'day' | 'month') => sql<boolean>`(
  completed_at >= ${first}::date::timestamp at time zone 'UTC'
  and completed_at < (${first}::date + ${sql.lit(`1 ${span}`)}::interval) at time zone 'UTC')`;

/** The condition for the responses that are not late. A late response is in no sums (`background/make-roll-ups.ts`). */
export const notLate = sql<boolean>`not exists (
  select from rolled_late late where late.response_id = response.id)`;

/** The condition for the responses that the sums of the span are made of. */
const countedIn = (first: string, span: 'day' | 'month') =>
  sql<boolean>`(response.counts and ${completedIn(first, span)} and ${notLate})`;

/**
 * Returns what comes after `from` to read responses once for each question of their edition, with the points that
 * they lost there.
 */
const pointsIn = (condition: RawBuilder<unknown>) => sql`responses response
  cross join lateral unnest(response.lost) with ordinality as at (points, place)
  where ${condition}`;

const daySums: KeptSums = {
  unit: 'day',
  table: 'rolled_day_sums',
  columns: sql`day, ${group}, ${names}`,
  sums: (day) => sql`
    select ${day}::date as day, ${ofGroup}, ${sums}
    from responses response where ${countedIn(day, 'day')}
    group by ${group}`,
  ratios: sql`array[one.ratios]`,
};

const hourSums: KeptSums = {
  unit: 'day',
  table: 'rolled_hour_sums',
  columns: sql`day, hour, ${group}, ${names}`,
  sums: (day) => sql`
    select ${day}::date as day, date_trunc('hour', completed_at, 'UTC') as hour, ${ofGroup}, ${sums}
    from responses response where ${countedIn(day, 'day')}
    group by hour, ${group}`,
  ratios: sql`array[one.ratios]`,
};

/** The columns of `rolled_question_sums`, each with its sum over the responses that lost points at one question. */
const atQuestions: readonly (readonly [string, RawBuilder<unknown>])[] = [
  ['responses', sql`count(*) filter (where points > 0)`],
  ['ratios', sql`coalesce(sum(${ratio}) filter (where points > 0), 0)`],
  ...sumColumns.map((column) => {
    const sum = sql`coalesce(sum(${sql.ref(`response.${column}`)}) filter (where points > 0), 0)`;
    return [column, sum] as const;
  }),
];
const questionNames = sql.join(atQuestions.map(([name]) => sql.ref(name)));

const questionSums: KeptSums = {
  unit: 'day',
  table: 'rolled_question_sums',
  columns: sql`day, ${group}, ${questionNames}`,
  // A question at which nobody lost points gets zeros, because its place in the array must be its place in the
  // edition.
  sums: (day) => sql`
    select ${day}::date as day, ${group}, ${sql.join(
      atQuestions.map(
        ([name]) => sql`array_agg(${sql.ref(name)} order by place) as ${sql.ref(name)}`,
      ),
    )}
    from (
      select ${ofGroup}, place, ${sql.join(
        atQuestions.map(([name, sum]) => sql`${sum} as ${sql.ref(name)}`),
      )}
      from ${pointsIn(countedIn(day, 'day'))}
      group by ${group}, place
    ) placed
    group by ${group}`,
  ratios: sql`one.ratios`,
};

/**
 * The band that sums keep for responses that are not scored. It is not null, because rows cannot be joined by null.
 */
export const notScored = -1;
const keptBand = sql`coalesce(${scoreBand}, ${sql.lit(notScored)})`;

const dayBands: KeptSums = {
  unit: 'day',
  table: 'rolled_day_bands',
  columns: sql`day, ${group}, band, responses, lost_at`,
  sums: (day) => sql`
    select ${day}::date as day, ${group}, band, responses, coalesce(lost_at, '{}') as lost_at
    from (
      select ${ofGroup}, ${keptBand} as band, count(*) as responses
      from responses response where ${countedIn(day, 'day')}
      group by ${group}, band
    ) summed left join (
      select ${group}, band, array_agg(responses order by place)::integer[] as lost_at
      from (
        select ${ofGroup}, ${keptBand} as band, place, count(*) filter (where points > 0) as responses
        from ${pointsIn(countedIn(day, 'day'))}
        group by ${group}, band, place
      ) placed
      group by ${group}, band
    ) points using (${group}, band)`,
};

const timed = sql`response.duration <= ${longestDuration}`;

/** The sums of hotels as records. */
const hotelRecords = (unit: 'day' | 'month'): KeptSums => ({
  unit,
  table: `rolled_${unit}_hotels`,
  columns: sql`${sql.raw(unit)}, survey_id, hotel_brand, records`,
  sums: (begin) => sql`
    select ${begin}::date as ${sql.raw(unit)}, survey_id, hotel_brand, records
    from ${recordsOf(countedIn(begin, unit))} of_hotels`,
});

/**
 * The whole minutes that an interview took. They are below zero when a device's clock put the start after the end.
 */
const wholeMinutes = sql<number>`floor(response.duration / 60.0)::int`;

/** The columns by which durations are grouped, besides the minutes. */
const timedGroup = sql`${group}, places`;
/** The columns by which interviews are counted: their edition, brand and verdict, and how long they took. */
const ofLength = sql`${ofGroup}, cardinality(response.lost) as places, ${wholeMinutes} as minutes,
  (response.duration - 60 * ${wholeMinutes})::smallint as second`;

/**
 * How many interviews took how long, by whole minutes and within these by second, and how many of them lost points at
 * each question.
 */
const durations = (unit: 'day' | 'month'): KeptSums => ({
  unit,
  table: `rolled_${unit}_durations`,
  columns: sql`${sql.raw(unit)}, ${timedGroup}, minutes, times, seconds, times_at, lost, lost_at`,
  sums: (begin) => sql`
    with placed as materialized (
      select ${ofLength}, place, count(*) filter (where points > 0)::int as times
      from ${pointsIn(sql`${countedIn(begin, unit)} and ${timed}`)}
      group by ${timedGroup}, minutes, second, place
    )
    select ${begin}::date as ${sql.raw(unit)}, ${timedGroup}, minutes, times, seconds, times_at,
      coalesce(lost, '{}') as lost, coalesce(lost_at, '{}') as lost_at
    from (
      select ${timedGroup}, minutes, sum(times)::int as times, array_agg(second order by second) as seconds,
        array_agg(times order by second) as times_at
      from (
        select ${ofLength}, count(*)::int as times
        from responses response where ${countedIn(begin, unit)} and ${timed}
        group by ${timedGroup}, minutes, second
      ) counted
      group by ${timedGroup}, minutes
    ) timed left join (
      select ${timedGroup}, minutes, array_agg(times order by second, place) as lost_at
      from placed group by ${timedGroup}, minutes
    ) by_second using (${timedGroup}, minutes) left join (
      select ${timedGroup}, minutes, array_agg(times order by place) as lost
      from (
        select ${timedGroup}, minutes, place, sum(times)::int as times
        from placed group by ${timedGroup}, minutes, place
      ) summed
      group by ${timedGroup}, minutes
    ) by_minute using (${timedGroup}, minutes)`,
});

/**
 * SQL of the record from which Standards are counted: four bytes of the hotel's id, 0 for none, then the marks of one
 * response.
 */
export const markRecord = sql`int4send(coalesce(response.hotel_id, 0)) || response.marks`;

/** The columns by which marks are grouped. The stage may be null. */
const marksGroup = sql.raw('survey_id, edition, hotel_brand, hotel_stage, size');

/** The most that a record counts of each: one byte for answers and for findings, two for points. */
const mostInRecord = { answered: 255, findings: 255, lost: 65_535 } as const;

/**
 * Returns SQL of four bytes for each question of a hotel: the share of its counts that the record with this number
 * has.
 */
const countsIn = (part: RawBuilder<unknown>) => {
  const inPart = (count: keyof typeof mostInRecord) => {
    const most = sql.lit(mostInRecord[count]);
    return sql`least(greatest(${sql.ref(count)} - ${most} * ${part}, 0), ${most})`;
  };
  const word = sql`(${inPart('answered')} << 24) + (${inPart('findings')} << 16) + ${inPart('lost')}`;
  return sql`string_agg(substr(int8send(${word}), 5), '' order by place)`;
};

/**
 * How often each hotel answered each question, how many of these answers are findings, and how many points they lost,
 * as records: four bytes of the hotel's id, 0 for none, then four bytes for each question. The first of these counts
 * answers, the second findings, and the last two points. If a count is too large for its bytes, the rest is in
 * further records of the hotel.
 *
 * Responses of different rounds are in different records. `rounds` has four bytes for each record: the round's id, 0
 * for none.
 *
 * Rows are grouped by a number instead of the five columns, because sorting texts takes most of the time.
 */
const hotelMarks = (unit: 'day' | 'month'): KeptSums => ({
  unit,
  table: `rolled_${unit}_marks`,
  columns: sql`${sql.raw(unit)}, ${marksGroup}, records, rounds`,
  isOutdated: sql`rounds is null`,
  sums: (begin) => sql`
    with marked as materialized (
      select *, dense_rank() over (order by ${marksGroup}) as nth
      from (
        select survey_id, edition, hotel_brand, hotel_stage, octet_length(marks) as size,
          coalesce(hotel_id, 0) as hotel_id, coalesce(round_id, 0) as round_id, marks, lost
        from responses response where ${countedIn(begin, unit)}
      ) counted
    ), of_hotels as materialized (
      select nth, hotel_id, round_id, place, count(*) filter (where get_byte(marks, place) > 0) as answered,
        count(*) filter (where get_byte(marks, place) & ${sql.lit(marks.finding)} > 0) as findings,
        coalesce(sum(lost[place + 1]), 0) as lost
      from marked cross join lateral generate_series(0, size - 1) place
      group by nth, hotel_id, round_id, place
    ), records as (
      select nth, hotel_id, round_id, 0 as part, ${countsIn(sql`0`)} as counts
      from of_hotels group by nth, hotel_id, round_id
      union all
      select nth, hotel_id, round_id, part, ${countsIn(sql`part`)}
      from of_hotels join (
          select nth, hotel_id, round_id, greatest((max(answered) - 1) / ${sql.lit(mostInRecord.answered)},
            (max(lost) - 1) / ${sql.lit(mostInRecord.lost)})::int as parts
          from of_hotels group by nth, hotel_id, round_id
        ) large using (nth, hotel_id, round_id)
        cross join lateral generate_series(1, parts) part
      group by nth, hotel_id, round_id, part
    )
    select ${begin}::date as ${sql.raw(unit)}, ${marksGroup}, joined.records, joined.rounds
    from (select distinct nth, ${marksGroup} from marked) groups join (
      select nth,
        string_agg(int4send(hotel_id) || counts, '' order by hotel_id, round_id, part) as records,
        string_agg(int4send(round_id), '' order by hotel_id, round_id, part) as rounds
      from records group by nth
    ) joined using (nth)`,
});

/** All tables of sums. A closed day or month has rows in each table of its unit. */
export const keptSums: readonly KeptSums[] = [
  daySums,
  hourSums,
  questionSums,
  dayBands,
  durations('day'),
  durations('month'),
  hotelRecords('day'),
  hotelRecords('month'),
  hotelMarks('day'),
  hotelMarks('month'),
];
