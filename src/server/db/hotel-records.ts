import { sql, type RawBuilder } from 'kysely';

import { longestDuration } from '#domain/responses/check-times.ts';
import { stages, type Stage } from '#domain/workflow/stages.ts';
import { isPassed, isScored, ratio, sumColumns } from './score-columns.ts';

/*
 * A record holds the sums of one hotel, round and stage in some hundred bytes, so that the server can add up those
 * of 20,000 hotels and a year: 300,000 records. PostgreSQL takes four times as long to group as many rows.
 *
 * | byte | holds                                              | as           |
 * | ---- | -------------------------------------------------- | ------------ |
 * | 0    | the hotel's id                                     | whole number |
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
 * | 92   | how many durations follow                          | whole number |
 * | 96   | the duration of each interview, in seconds         | whole number |
 *
 * All of them have the highest byte first. Points are whole, but may be too large for four bytes.
 */

/** Returns the record of which these are the parts, over rows of responses. */
function record(parts: {
  responses: RawBuilder<unknown>;
  scored: RawBuilder<unknown>;
  ratios: RawBuilder<unknown>;
  lastAt: RawBuilder<unknown>;
  lastId: RawBuilder<unknown>;
  passed: RawBuilder<unknown>;
  sum: (column: RawBuilder<unknown>) => RawBuilder<unknown>;
  timed: RawBuilder<unknown>;
  durations: RawBuilder<unknown>;
}): RawBuilder<Buffer> {
  const whole = (number: RawBuilder<unknown>) => sql`int4send(coalesce(${number}, 0)::int)`;
  const fraction = (number: RawBuilder<unknown>) => sql`float8send(coalesce(${number}, 0)::float8)`;
  const names = sql.lit(`{${stages.map((stage) => `"${stage}"`).join()}}`);
  return sql<Buffer>`(${sql.join(
    [
      whole(sql`response.hotel_id`),
      whole(sql`response.round_id`),
      whole(sql`array_position(${names}::text[], response.hotel_stage)`),
      whole(parts.responses),
      whole(parts.scored),
      fraction(parts.ratios),
      fraction(sql`extract(epoch from ${parts.lastAt})`),
      whole(parts.lastId),
      whole(parts.passed),
      ...sumColumns.map((column) => fraction(parts.sum(sql.ref(`response.${column}`)))),
      whole(parts.timed),
      parts.durations,
    ],
    sql` || `,
  )})`;
}

const isTimed = sql`response.duration <= ${sql.lit(longestDuration)}`;
const aDuration = sql`int4send(response.duration)`;

/** The record of the responses of one hotel, round and stage. The ratios are added up in a fixed order. */
const recordOfMany = record({
  responses: sql`count(*)`,
  scored: sql`count(*) filter (where ${isScored})`,
  ratios: sql`sum(${ratio} order by response.id)`,
  lastAt: sql`max(response.completed_at) filter (where ${isScored})`,
  lastId: sql`max(response.id) filter (where ${isScored})`,
  passed: sql`count(*) filter (where ${isPassed})`,
  sum: (column) => sql`sum(${column})`,
  timed: sql`count(*) filter (where ${isTimed})`,
  durations: sql`coalesce(
    string_agg(${aDuration}, '' order by response.duration) filter (where ${isTimed}), '')`,
});

/** Selects the records of the responses that meet the condition, as one value. */
export const recordsOf = (condition: RawBuilder<unknown>) => sql`(
  select coalesce(string_agg(record, '' order by hotel_id, round_id, hotel_stage), '')
  from (
    select response.hotel_id, response.round_id, response.hotel_stage, ${recordOfMany} as record
    from responses response where ${condition} and response.hotel_id is not null
    group by response.hotel_id, response.round_id, response.hotel_stage
  ) summed)`;

/** The record of a single response. */
export const recordOfOne = record({
  responses: sql`1`,
  scored: sql`(${isScored})::int`,
  ratios: ratio,
  lastAt: sql`case when ${isScored} then response.completed_at end`,
  lastId: sql`case when ${isScored} then response.id end`,
  passed: sql`(${isPassed})::int`,
  sum: (column) => column,
  timed: sql`(${isTimed})::int`,
  durations: sql`case when ${isTimed} then ${aDuration} else '' end`,
});

/** How many sums of categories a record has: points and maximum of each. */
export const sumsOfRecord = sumColumns.length;
/** Where the durations begin. */
const durationsAt = 96;
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
  /** The place after each record's last duration in `durations`. */
  durationsEnd: Int32Array;
  durations: Int32Array;
};

/** Reads the records that the database put one behind the other. */
export function readRecords(bytes: Uint8Array): HotelRecords {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const durationsOf = (at: number) => view.getInt32(at + durationsAt - bytesOfWhole);
  const next = (at: number) => at + durationsAt + bytesOfWhole * durationsOf(at);
  let count = 0;
  for (let at = 0; at < view.byteLength; at = next(at)) count += 1;
  const whole = () => new Int32Array(count);
  const fraction = () => new Float64Array(count);
  const records: HotelRecords = {
    ...{ hotel: whole(), round: whole(), stage: whole(), responses: whole(), scored: whole() },
    ...{ ratios: fraction(), lastAt: fraction(), lastId: whole(), passed: whole() },
    ...{ sums: new Float64Array(count * sumsOfRecord), durationsEnd: whole() },
    durations: new Int32Array((view.byteLength - count * durationsAt) / bytesOfWhole),
  };
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
    for (let from = at + durationsAt; from < next(at); from += bytesOfWhole, durations += 1)
      records.durations[durations] = view.getInt32(from);
    records.durationsEnd[place] = durations;
  }
  return records;
}

/** Returns how many bytes of memory the records take. */
export const bytesOf = (records: HotelRecords) =>
  Object.values(records).reduce((sum, array) => sum + array.byteLength, 0);

/** Returns the stage of a record; null for none. */
export const stageAt = (place: number): Stage | null => stages[place - 1] ?? null;

/** Returns the number that a record has for the stage. */
export const placeOfStage = (stage: Stage): number => stages.indexOf(stage) + 1;
