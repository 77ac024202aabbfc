import { sql, type RawBuilder } from 'kysely';

import { longestDuration } from '#domain/responses/check-times.ts';
import { bandCount, bandOf } from '#domain/results/analytics.ts';
import { stages, type Stage } from '#domain/workflow/stages.ts';
import {
  isPassed,
  isScored,
  ratio,
  scoreBand,
  sumColumns,
} from '#server/db/responses/score-columns.ts';

/*
 * A record holds the sums of one hotel, round and stage in some hundred bytes, so that the server can add up those
 * of 20,000 hotels and a year: 300,000 records. PostgreSQL takes four times as long to group as many rows.
 *
 * | byte | holds                                              | as           |
 * | ---- | -------------------------------------------------- | ------------ |
 * | 0    | the hotel's id, 0 for one that was deleted         | whole number |
 * | 4    | the round's id, 0 for none                         | whole number |
 * | 8    | the stage's place among all stages, 0 for none     | whole number |
 * | 12   | responses                                          | whole number |
 * | 16   | responses that are scored                          | whole number |
 * | 20   | the sum of total_score / max_score of what is      | fraction     |
 * |      | scored                                             |              |
 * | 28   | the last completion of what is scored, in seconds  | fraction     |
 * |      | since 1970                                         |              |
 * | 36   | the highest id of what is scored, 0 for none       | whole number |
 * | 40   | responses that passed                              | whole number |
 * | 44   | points and maximum of each category                | 6 fractions  |
 * | 92   | responses in each band of ten percent              | whole number |
 * | 132  | how many durations follow                          | whole number |
 * | 136  | the duration of each interview, in seconds         | whole number |
 *
 * All numbers have the highest byte first. Points are whole, but may be too large for four bytes.
 *
 * Responses whose day has no sums are read at each call, one by one. Their records are smaller, because
 * PostgreSQL writes and sends them in half the time:
 *
 * | byte | holds                                              | as           |
 * | ---- | -------------------------------------------------- | ------------ |
 * | 0    | the hotel's id, and the round's, 0 for none        | whole number |
 * | 8    | the id of the response                             | whole number |
 * | 12   | the duration in seconds; the highest number when   | whole number |
 * |      | it is not known, or too long                       |              |
 * | 16   | total_score, and max_score                         | whole number |
 * | 24   | the completion, in microseconds since 2000         | eight bytes  |
 * | 32   | points and maximum of each category                | whole number |
 * | 56   | the stage's place, and 16 more when it passed      | whole number |
 */

/** The hotel's id in records of responses whose hotel was deleted. */
export const noHotel = 0;

/** Returns SQL of a number's bytes. PostgreSQL writes the highest byte first, as the record needs it. */
const whole = (number: RawBuilder<unknown>) => sql`int4send(coalesce(${number}, 0)::int)`;
const fraction = (number: RawBuilder<unknown>) => sql`float8send(coalesce(${number}, 0)::float8)`;
const joined = (parts: readonly RawBuilder<unknown>[]) =>
  sql<Buffer>`(${sql.join(parts, sql` || `)})`;

const hotelId = sql`response.hotel_id`;
const roundId = sql`response.round_id`;
const stage = sql`array_position(${sql.lit(
  `{${stages.map((name) => `"${name}"`).join()}}`,
)}::text[], response.hotel_stage)`;
const isTimed = sql`response.duration <= ${sql.lit(longestDuration)}`;
const columns = sumColumns.map((column) => sql.ref(`response.${column}`));

/** SQL of the record of one hotel, round and stage. The ratios are added up in a fixed order. */
const recordOfMany = joined([
  ...[whole(hotelId), whole(roundId), whole(stage), whole(sql`count(*)`)],
  whole(sql`count(*) filter (where ${isScored})`),
  fraction(sql`sum(${ratio} order by response.id)`),
  fraction(sql`extract(epoch from max(response.completed_at) filter (where ${isScored}))`),
  whole(sql`max(response.id) filter (where ${isScored})`),
  whole(sql`count(*) filter (where ${isPassed})`),
  ...columns.map((column) => fraction(sql`sum(${column})`)),
  ...Array.from({ length: bandCount }, (_, band) =>
    whole(sql`count(*) filter (where score.band = ${sql.lit(band)})`),
  ),
  whole(sql`count(*) filter (where ${isTimed})`),
  sql`coalesce(string_agg(int4send(response.duration), '' order by response.duration)
    filter (where ${isTimed}), '')`,
]);

/** Selects the records of the responses that meet the condition, as one value for each survey and brand. */
export const recordsOf = (condition: RawBuilder<unknown>) => sql`(
  select survey_id, hotel_brand,
    string_agg(record, '' order by hotel_id, round_id, hotel_stage) as records
  from (
    select response.survey_id, response.hotel_brand, response.hotel_id, response.round_id,
      response.hotel_stage, ${recordOfMany} as record
    from responses response cross join lateral (select ${scoreBand} as band) score
    where ${condition}
    group by response.survey_id, response.hotel_brand, response.hotel_id, response.round_id,
      response.hotel_stage
  ) summed
  group by survey_id, hotel_brand)`;

/** The number in place of a duration that is not known, or that is too long. */
const notTimed = 2 ** 31 - 1;
/** The number that is added to the stage's place when the response passed. */
const passedBit = 16;

/**
 * Returns SQL of the bytes of two whole numbers. Either may be below zero. Writing both at once takes PostgreSQL less
 * time.
 */
const pair = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
  sql`int8send((coalesce(${one}, 0)::bigint << 32) | (coalesce(${other}, 0)::bigint & 4294967295))`;

/** SQL of the record of a single response. */
export const recordOfOne = joined([
  pair(hotelId, roundId),
  pair(
    sql`response.id`,
    sql`case when ${isTimed} then response.duration else ${sql.lit(notTimed)} end`,
  ),
  pair(sql`response.total_score`, sql`response.max_score`),
  sql`timestamptz_send(response.completed_at)`,
  ...[0, 2, 4].map((at) => pair(columns[at] ?? sql`0`, columns[at + 1] ?? sql`0`)),
  whole(sql`coalesce(${stage}, 0) + case when ${isPassed} then ${sql.lit(passedBit)} else 0 end`),
]);

/** How many sums of categories a record has: points and maximum of each. */
export const sumsOfRecord = sumColumns.length;
/** How many bytes the record of a single response has. */
const bytesOfOne = 60;
/** Where the durations begin. */
const durationsAt = 136;
const bytesOfWhole = 4;
const bytesOfFraction = 8;

/** Records, with one array for each of their parts. */
export type HotelRecords = {
  hotel: Int32Array;
  round: Int32Array;
  stage: Int32Array;
  responses: Int32Array;
  scored: Int32Array;
  ratios: Float64Array;
  lastAt: Float64Array;
  lastId: Int32Array;
  passed: Int32Array;
  /** The sums of categories of all records, one record after the other. */
  sums: Float64Array;
  /** How many responses of each record are in each band, one record after the other. */
  bands: Int32Array;
  /** The place after each record's last duration in `durations`. */
  durationsEnd: Int32Array;
  durations: Int32Array;
};

const viewOf = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Returns records that have zeros everywhere. */
function noRecords(count: number, durations: number): HotelRecords {
  const numbers = () => new Int32Array(count);
  const fractions = () => new Float64Array(count);
  return {
    ...{ hotel: numbers(), round: numbers(), stage: numbers(), responses: numbers() },
    ...{ scored: numbers(), ratios: fractions(), lastAt: fractions(), lastId: numbers() },
    ...{ passed: numbers(), sums: new Float64Array(count * sumsOfRecord) },
    ...{ bands: new Int32Array(count * bandCount), durationsEnd: numbers() },
    durations: new Int32Array(durations),
  };
}

/** Reads the records of sums, which the database wrote one after the other. */
export function readSums(bytes: Uint8Array): HotelRecords {
  const view = viewOf(bytes);
  const durationsOf = (at: number) => view.getInt32(at + durationsAt - bytesOfWhole);
  const next = (at: number) => at + durationsAt + bytesOfWhole * durationsOf(at);
  let count = 0;
  for (let at = 0; at < view.byteLength; at = next(at)) count += 1;
  const records = noRecords(count, (view.byteLength - count * durationsAt) / bytesOfWhole);
  let durations = 0;
  for (let at = 0, place = 0; place < count; at = next(at), place += 1) {
    records.hotel[place] = view.getInt32(at);
    records.round[place] = view.getInt32(at + 4);
    records.stage[place] = view.getInt32(at + 8);
    records.responses[place] = view.getInt32(at + 12);
    records.scored[place] = view.getInt32(at + 16);
    records.ratios[place] = view.getFloat64(at + 20);
    records.lastAt[place] = view.getFloat64(at + 28);
    records.lastId[place] = view.getInt32(at + 36);
    records.passed[place] = view.getInt32(at + 40);
    for (let sum = 0; sum < sumsOfRecord; sum += 1)
      records.sums[place * sumsOfRecord + sum] = view.getFloat64(at + 44 + sum * bytesOfFraction);
    for (let band = 0; band < bandCount; band += 1)
      records.bands[place * bandCount + band] = view.getInt32(at + 92 + band * bytesOfWhole);
    for (let from = at + durationsAt; from < next(at); from += bytesOfWhole, durations += 1)
      records.durations[durations] = view.getInt32(from);
    records.durationsEnd[place] = durations;
  }
  return records;
}

/** The microseconds between 1970 and 2000, from which PostgreSQL counts. */
const before2000 = 946_684_800_000_000;

/** Reads the records of single responses. Each becomes a record that has one response. */
export function readResponses(bytes: Uint8Array): HotelRecords {
  const view = viewOf(bytes);
  const count = view.byteLength / bytesOfOne;
  const records = noRecords(count, count);
  let durations = 0;
  for (let place = 0, at = 0; place < count; place += 1, at += bytesOfOne) {
    const [total, maximum] = [view.getInt32(at + 16), view.getInt32(at + 20)];
    const last = view.getInt32(at + 56);
    records.hotel[place] = view.getInt32(at);
    records.round[place] = view.getInt32(at + 4);
    records.stage[place] = last & ~passedBit;
    records.responses[place] = 1;
    records.passed[place] = last & passedBit ? 1 : 0;
    if (maximum > 0) {
      records.scored[place] = 1;
      records.bands[place * bandCount + bandOf(total, maximum)] = 1;
      records.ratios[place] = total / maximum;
      records.lastAt[place] = (Number(view.getBigInt64(at + 24)) + before2000) / 1_000_000;
      records.lastId[place] = view.getInt32(at + 8);
    }
    for (let sum = 0; sum < sumsOfRecord; sum += 1)
      records.sums[place * sumsOfRecord + sum] = view.getInt32(at + 32 + sum * bytesOfWhole);
    const duration = view.getInt32(at + 12);
    if (duration !== notTimed) {
      records.durations[durations] = duration;
      durations += 1;
    }
    records.durationsEnd[place] = durations;
  }
  return { ...records, durations: records.durations.slice(0, durations) };
}

/** Returns how many bytes of memory the records take. */
export const bytesOf = (records: HotelRecords) =>
  Object.values(records).reduce((sum, array) => sum + array.byteLength, 0);

/** Returns the stage of a record; null for none. */
export const stageAt = (place: number): Stage | null => stages[place - 1] ?? null;

/** Returns the number that a record has for the stage. */
export const placeOfStage = (stage: Stage): number => stages.indexOf(stage) + 1;
