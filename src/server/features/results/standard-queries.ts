import { sql, type RawBuilder } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import type { Stage } from '#domain/workflow/stages.ts';
import type { Db } from '#server/db/transaction.ts';
import { counted, endsOf } from './chosen-responses.ts';
import type { CodedPlace } from './coded-places.ts';
import type { PreparedFilter } from './prepare-filter.ts';

/**
 * The counts of one hotel in one stage of one calendar year, for one edition: of the coded places,
 * in the order in which they were asked for.
 */
export type StandardSums = {
  surveyId: number;
  edition: number;
  hotelId: number | null;
  year: number;
  stage: Stage | null;
  /** True for responses in the range; false for those before it, which repeat findings need. */
  isNow: boolean;
  answered: number[];
  findings: number[];
};

/**
 * Counts answers and findings at coded places up to the end of the range. It is one pass over the
 * points that responses lost, and reads answers only for questions whose lost points leave open
 * which option was chosen. `numbers` are the places to count, from 1.
 */
export async function sumStandards(
  db: Db,
  scope: Scope,
  filter: PreparedFilter,
  places: readonly CodedPlace[],
): Promise<{ numbers: number[]; rows: StandardSums[] }> {
  const numbers = [...new Set(places.map(({ place }) => place))].toSorted((a, b) => a - b);
  if (numbers.length === 0) return { numbers, rows: [] };
  const hasOdd = places.some(({ lost }) => lost.options.length > 0);
  const sums = numbers.map((number) => {
    const place = sql.lit(number);
    return sql`sum(case when ${isFoundAt(place, hasOdd)} then ${sql.lit(1 + aFinding)}
      when response.lost[${place}] is not null then 1 end)`;
  });
  const { rows } = await sql<Omit<StandardSums, 'answered' | 'findings'> & Sums>`
    select response.survey_id, response.edition, response.hotel_id,
      extract(year from response.completed_month)::int as year, response.hotel_stage as stage,
      ${isNow(filter)} as is_now, to_json(array[${sql.join(sums)}]) as sums
    from responses response ${withLines(places, hasOdd)}
    where ${counted(scope, { ...filter, from: undefined })}
    group by 1, 2, 3, 4, 5, 6`.execute(db);
  return {
    numbers,
    rows: rows.map(({ sums: each, ...row }) => ({
      ...row,
      answered: each.map((sum) => (sum ?? 0) % aFinding),
      findings: each.map((sum) => Math.floor((sum ?? 0) / aFinding)),
    })),
  };
}

type Sums = { sums: (number | null)[] };

/**
 * What a finding adds to a place's sum, where an answer adds 1. One sum a place instead of two counts
 * halves the time. No hotel has as many answers in a year.
 */
const aFinding = 2 ** 30;

function isNow(filter: PreparedFilter): RawBuilder<boolean> {
  const { begin } = endsOf(filter);
  if (begin === -Infinity) return sql<boolean>`true`;
  return sql<boolean>`(response.completed_at >= to_timestamp(${begin / 1_000}::float8))`;
}

function isFoundAt(place: RawBuilder<unknown>, hasOdd: boolean): RawBuilder<unknown> {
  const inRange = sql`response.lost[${place}] between line.least[${place}] and line.most[${place}]`;
  if (!hasOdd) return inRange;
  return sql`(${inRange} or (response.lost[${place}] is not null and ${place} = any (chosen.odd)))`;
}

/**
 * Joins the lines of each edition: the least and most lost points that are a finding, by place; and
 * where those do not decide, the places at which an option was chosen that is one.
 */
function withLines(places: readonly CodedPlace[], hasOdd: boolean): RawBuilder<unknown> {
  const lines = new Map<string, Line>();
  for (const { surveyId, edition, place, lost } of places) {
    const key = `${surveyId}/${edition}`;
    const line = lines.get(key) ?? { survey_id: surveyId, edition, least: [], most: [], odd: {} };
    line.least[place - 1] = lost.least;
    line.most[place - 1] = lost.most;
    for (const option of lost.options) line.odd[option] = place;
    lines.set(key, line);
  }
  const all = JSON.stringify([...lines.values()].map(withoutGaps));
  const joined = sql`join jsonb_to_recordset(${all}::jsonb) as line (
      survey_id int, edition int, least smallint[], most smallint[], odd jsonb)
    on line.survey_id = response.survey_id and line.edition = response.edition`;
  if (!hasOdd) return joined;
  return sql`${joined} cross join lateral (
    select array_agg((line.odd ->> (given ->> 'answerId'))::int) as odd
    from jsonb_array_elements(case when line.odd = '{}' then '[]' else response.answers end) given
    where line.odd ? (given ->> 'answerId')) chosen`;
}

type Line = {
  survey_id: number;
  edition: number;
  least: number[];
  most: number[];
  odd: Record<number, number>;
};

/** Fills places without a code, which a list in JSON cannot leave out. */
function withoutGaps({ least, most, ...line }: Line) {
  const whole = (list: number[]) => Array.from(list, (one: number | undefined) => one ?? null);
  return { ...line, least: whole(least), most: whole(most) };
}

/**
 * Returns the latest response of each hotel in the range that has the finding, with the hotel's name
 * now.
 */
export async function latestFindings(
  db: Db,
  scope: Scope,
  filter: PreparedFilter,
  places: readonly CodedPlace[],
) {
  const hasOdd = places.some(({ lost }) => lost.options.length > 0);
  const found = [...new Set(places.map(({ place }) => place))].map((place) =>
    isFoundAt(sql.lit(place), hasOdd),
  );
  const { rows } = await sql<LatestFinding>`
    select distinct on (hotel.id) hotel.id as hotel_id, hotel.hotel_name, hotel.hotel_brand,
      response.id as response_id, response.completed_at
    from responses response ${withLines(places, hasOdd)}
    join hotels hotel on hotel.id = response.hotel_id
    where ${counted(scope, filter)} and (${sql.join(found, sql` or `)})
    order by hotel.id, response.completed_at desc, response.id desc`.execute(db);
  return rows;
}

type LatestFinding = {
  hotelId: number;
  hotelName: string;
  hotelBrand: string;
  responseId: number;
  completedAt: string;
};
