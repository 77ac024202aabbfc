import { sql, type RawBuilder } from 'kysely';

import { longestDuration } from '#domain/responses/check-times.ts';
import { marks } from '#domain/results/repeat-finding.ts';
import { recordsOf } from './hotel-records.ts';
import { isPassed, isScored, ratio, scoreBand, sumColumns } from './score-columns.ts';

/** Sums of a closed day or month, as a table keeps them. */
export type KeptSums = {
  unit: 'day' | 'month';
  table: string;
  /** The table's columns, in the order of `sums`. */
  columns: RawBuilder<unknown>;
  /** Selects what the table must hold for the day or month that begins at this day in UTC. */
  sums: (first: string) => RawBuilder<unknown>;
  /** The sums of fractions of a row `one`, as an array. Their last digits depend on the order of adding up. */
  ratios?: RawBuilder<unknown>;
};

/** Columns of the sums of days, each with how it is added up. */
const shared = [
  ['responses', sql`count(*)`],
  ['scored', sql`count(*) filter (where ${isScored})`],
  ['ratios', sql`coalesce(sum(${ratio}), 0)`],
  ...sumColumns.map((column) => [column, sql`sum(${sql.ref(`response.${column}`)})`] as const),
] as const satisfies readonly (readonly [string, RawBuilder<unknown>])[];

const names = sql.join(shared.map(([name]) => sql.ref(name)));
const sums = sql.join(shared.map(([name, sum]) => sql`${sum} as ${sql.ref(name)}`));

/** The condition for the responses that count and were completed in the span, which begins at this day in UTC. */
const countedIn = (first: string, span: 'day' | 'month') => sql<boolean>`(response.counts
  and response.completed_at >= ${first}::date::timestamp at time zone 'UTC'
  and response.completed_at < (${first}::date + ${sql.lit(`1 ${span}`)}::interval) at time zone 'UTC')`;

/** The responses of a day or month, once for each question of their edition, with the points lost at it. */
const pointsIn = (condition: RawBuilder<unknown>) => sql`responses response
  cross join lateral unnest(response.lost) with ordinality as at (points, place)
  where ${condition}`;

const daySums: KeptSums = {
  unit: 'day',
  table: 'rolled_day_sums',
  columns: sql`day, survey_id, edition, hotel_brand, ${names}, passed`,
  sums: (day) => sql`
    select ${day}::date as day, survey_id, edition, hotel_brand, ${sums},
      count(*) filter (where ${isPassed}) as passed
    from responses response where ${countedIn(day, 'day')}
    group by survey_id, edition, hotel_brand`,
  ratios: sql`array[one.ratios]`,
};

const hourSums: KeptSums = {
  unit: 'day',
  table: 'rolled_hour_sums',
  columns: sql`day, hour, survey_id, edition, hotel_brand, ${names}, passed`,
  sums: (day) => sql`
    select ${day}::date as day, date_trunc('hour', completed_at, 'UTC') as hour, survey_id, edition,
      hotel_brand, ${sums}, count(*) filter (where ${isPassed}) as passed
    from responses response where ${countedIn(day, 'day')}
    group by 2, survey_id, edition, hotel_brand`,
  ratios: sql`array[one.ratios]`,
};

/** The columns of `rolled_question_sums`, each with its sum over the responses that lost points at one question. */
const atQuestions: readonly (readonly [string, RawBuilder<unknown>])[] = [
  ['responses', sql`count(*) filter (where points > 0)`],
  ['passed', sql`count(*) filter (where points > 0 and ${isPassed})`],
  ['scored', sql`count(*) filter (where points > 0 and ${isScored})`],
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
  columns: sql`day, survey_id, edition, hotel_brand, ${questionNames}`,
  // A question at which nobody lost points has its zeros, because the place in the array is that of the question.
  sums: (day) => sql`
    select ${day}::date as day, survey_id, edition, hotel_brand, ${sql.join(
      atQuestions.map(
        ([name]) => sql`array_agg(${sql.ref(name)} order by place) as ${sql.ref(name)}`,
      ),
    )}
    from (
      select survey_id, edition, hotel_brand, place, ${sql.join(
        atQuestions.map(([name, sum]) => sql`${sum} as ${sql.ref(name)}`),
      )}
      from ${pointsIn(countedIn(day, 'day'))}
      group by survey_id, edition, hotel_brand, place
    ) placed
    group by survey_id, edition, hotel_brand`,
  ratios: sql`one.ratios`,
};

/** The band of what has nothing to score, as sums keep it. A null could not be joined. */
export const notScored = -1;
const keptBand = sql`coalesce(${scoreBand}, ${sql.lit(notScored)})`;

const dayBands: KeptSums = {
  unit: 'day',
  table: 'rolled_day_bands',
  columns: sql`day, survey_id, edition, hotel_brand, band, responses, passed, lost_at, lost_at_passed`,
  sums: (day) => sql`
    select ${day}::date as day, survey_id, edition, hotel_brand, band, responses, passed,
      coalesce(lost_at, '{}') as lost_at, coalesce(lost_at_passed, '{}') as lost_at_passed
    from (
      select survey_id, edition, hotel_brand, ${keptBand} as band, count(*) as responses,
        count(*) filter (where ${isPassed}) as passed
      from responses response where ${countedIn(day, 'day')}
      group by survey_id, edition, hotel_brand, ${keptBand}
    ) summed left join (
      select survey_id, edition, hotel_brand, band,
        array_agg(responses order by place)::integer[] as lost_at,
        array_agg(passed order by place)::integer[] as lost_at_passed
      from (
        select survey_id, edition, hotel_brand, ${keptBand} as band, place,
          count(*) filter (where points > 0) as responses,
          count(*) filter (where points > 0 and ${isPassed}) as passed
        from ${pointsIn(countedIn(day, 'day'))}
        group by survey_id, edition, hotel_brand, ${keptBand}, place
      ) placed
      group by survey_id, edition, hotel_brand, band
    ) points using (survey_id, edition, hotel_brand, band)`,
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

/** The whole minutes that an interview took. A start after the end, which a clock may tell, is below zero. */
const wholeMinutes = sql<number>`floor(response.duration / 60.0)::int`;

/** What the rows of durations have in common: one row for each of these. */
const group = sql.raw('survey_id, edition, hotel_brand, places');
/** What interviews are counted by: their edition and brand, and how long they took. */
const ofLength = sql`survey_id, edition, hotel_brand, cardinality(response.lost) as places,
  ${wholeMinutes} as minutes, (response.duration - 60 * ${wholeMinutes})::smallint as second`;

/**
 * How many interviews took how long, by whole minutes and within these by second, and how many of them lost points at
 * each question.
 */
const durations = (unit: 'day' | 'month'): KeptSums => ({
  unit,
  table: `rolled_${unit}_durations`,
  columns: sql`${sql.raw(unit)}, ${group}, minutes, times, seconds, times_at, lost, lost_at`,
  sums: (begin) => sql`
    with placed as materialized (
      select ${ofLength}, place, count(*) filter (where points > 0)::int as times
      from ${pointsIn(sql`${countedIn(begin, unit)} and ${timed}`)}
      group by survey_id, edition, hotel_brand, 4, 5, 6, place
    )
    select ${begin}::date as ${sql.raw(unit)}, ${group}, minutes, times, seconds, times_at,
      coalesce(lost, '{}') as lost, coalesce(lost_at, '{}') as lost_at
    from (
      select ${group}, minutes, sum(times)::int as times, array_agg(second order by second) as seconds,
        array_agg(times order by second) as times_at
      from (
        select ${ofLength}, count(*)::int as times
        from responses response where ${countedIn(begin, unit)} and ${timed}
        group by survey_id, edition, hotel_brand, 4, 5, 6
      ) counted
      group by ${group}, minutes
    ) timed left join (
      select ${group}, minutes, array_agg(times order by second, place) as lost_at
      from placed group by ${group}, minutes
    ) by_second using (${group}, minutes) left join (
      select ${group}, minutes, array_agg(times order by place) as lost
      from (
        select ${group}, minutes, place, sum(times)::int as times
        from placed group by ${group}, minutes, place
      ) summed
      group by ${group}, minutes
    ) by_minute using (${group}, minutes)`,
});

/** What Standards are counted from: four bytes of the hotel's id, 0 for none, then the marks of one response. */
export const markRecord = sql`int4send(coalesce(response.hotel_id, 0)) || response.marks`;

/** What the rows of marks have in common: one row for each of these. The stage may be null. */
const marksGroup = sql.raw('survey_id, edition, hotel_brand, hotel_stage, size');

/** The most that a record counts of each: one byte for answers and for findings, two for points. */
const mostInRecord = { answered: 255, findings: 255, lost: 65_535 } as const;

/** Four bytes for each question of a hotel, with as much as one record holds of its counts. */
const countsIn = (part: RawBuilder<unknown>) => {
  const inPart = (count: keyof typeof mostInRecord) => {
    const most = sql.lit(mostInRecord[count]);
    return sql`least(greatest(${sql.ref(count)} - ${most} * ${part}, 0), ${most})`;
  };
  const word = sql`(${inPart('answered')} << 24) + (${inPart('findings')} << 16) + ${inPart('lost')}`;
  return sql`string_agg(substr(int8send(${word}), 5), '' order by place)`;
};

/**
 * How often each hotel answered each question, how many of these answers are findings, and how many points they lost, as
 * records: four bytes of the hotel's id, 0 for none, then four bytes for each question, of which the first counts answers, the
 * second findings, and two count points. What is more than these count is in further records of the hotel.
 *
 * Rows are grouped by a number in place of the five columns, because sorting texts takes most of the time.
 */
const hotelMarks = (unit: 'day' | 'month'): KeptSums => ({
  unit,
  table: `rolled_${unit}_marks`,
  columns: sql`${sql.raw(unit)}, ${marksGroup}, records`,
  sums: (begin) => sql`
    with marked as materialized (
      select *, dense_rank() over (order by ${marksGroup}) as nth
      from (
        select survey_id, edition, hotel_brand, hotel_stage, octet_length(marks) as size,
          coalesce(hotel_id, 0) as hotel_id, marks, lost
        from responses response where ${countedIn(begin, unit)}
      ) counted
    ), of_hotels as materialized (
      select nth, hotel_id, place, count(*) filter (where get_byte(marks, place) > 0) as answered,
        count(*) filter (where get_byte(marks, place) & ${sql.lit(marks.finding)} > 0) as findings,
        coalesce(sum(lost[place + 1]), 0) as lost
      from marked cross join lateral generate_series(0, size - 1) place
      group by nth, hotel_id, place
    ), records as (
      select nth, hotel_id, 0 as part, ${countsIn(sql`0`)} as counts
      from of_hotels group by nth, hotel_id
      union all
      select nth, hotel_id, part, ${countsIn(sql`part`)}
      from of_hotels join (
          select nth, hotel_id, greatest((max(answered) - 1) / ${sql.lit(mostInRecord.answered)},
            (max(lost) - 1) / ${sql.lit(mostInRecord.lost)})::int as parts
          from of_hotels group by nth, hotel_id
        ) large using (nth, hotel_id)
        cross join lateral generate_series(1, parts) part
      group by nth, hotel_id, part
    )
    select ${begin}::date as ${sql.raw(unit)}, ${marksGroup}, joined.records
    from (select distinct nth, ${marksGroup} from marked) groups join (
      select nth, string_agg(int4send(hotel_id) || counts, '' order by hotel_id, part) as records
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
