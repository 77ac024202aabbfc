import { sql, type RawBuilder } from 'kysely';

import { stages, type Stage } from '#domain/workflow/stages.ts';
import { isScored, ratio } from './score-columns.ts';

/*
 * A record holds the sums of one hotel, round and stage in 40 bytes, so that the server can add up those of
 * 20,000 hotels and a year: 300,000 records. PostgreSQL takes four times as long to group as many rows.
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
 *
 * All of them have the highest byte first.
 */

/** Returns the record of which these are the parts, over rows of responses. */
function record(parts: {
  responses: RawBuilder<unknown>;
  scored: RawBuilder<unknown>;
  ratios: RawBuilder<unknown>;
  lastAt: RawBuilder<unknown>;
  lastId: RawBuilder<unknown>;
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
    ],
    sql` || `,
  )})`;
}

/** The record of the responses of one hotel, round and stage. The ratios are added up in a fixed order. */
const recordOfMany = record({
  responses: sql`count(*)`,
  scored: sql`count(*) filter (where ${isScored})`,
  ratios: sql`sum(${ratio} order by response.id)`,
  lastAt: sql`max(response.completed_at) filter (where ${isScored})`,
  lastId: sql`max(response.id) filter (where ${isScored})`,
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
});

const bytesOfRecord = 40;

/** Returns functions that read the record which begins at a byte. */
export function viewRecords(records: Buffer) {
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
  return {
    step: bytesOfRecord,
    end: view.byteLength,
    hotel: (at: number) => view.getInt32(at),
    round: (at: number) => view.getInt32(at + 4),
    stage: (at: number) => view.getInt32(at + 8),
    responses: (at: number) => view.getInt32(at + 12),
    scored: (at: number) => view.getInt32(at + 16),
    ratios: (at: number) => view.getFloat64(at + 20),
    lastAt: (at: number) => view.getFloat64(at + 28),
    lastId: (at: number) => view.getInt32(at + 36),
  };
}

/** Returns the stage of a record; null for none. */
export const stageAt = (place: number): Stage | null => stages[place - 1] ?? null;
