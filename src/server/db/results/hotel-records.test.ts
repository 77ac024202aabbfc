import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { bandCount } from '#domain/results/analytics.ts';
import { openTestDatabase } from '#test/database/test-database.ts';
import type { OpenDatabase } from '#server/db/connection/connect.ts';
import {
  readSums,
  readResponses,
  recordOfOne,
  recordsOf,
  stageAt,
  sumsOfRecord,
  type HotelRecords,
} from './hotel-records.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Reads records as objects. Records of one hotel, round and stage are added up. */
function added(records: HotelRecords) {
  const sums = new Map<string, ReturnType<typeof one>>();
  const one = (at: number) => ({
    responses: records.responses[at]!,
    scored: records.scored[at]!,
    passed: records.passed[at]!,
    ratios: records.ratios[at]!,
    lastAt: records.lastAt[at]!,
    lastId: records.lastId[at]!,
    sums: [...records.sums.subarray(sumsOfRecord * at, sumsOfRecord * (at + 1))],
    bands: [...records.bands.subarray(bandCount * at, bandCount * (at + 1))],
    durations: [
      ...records.durations.subarray(records.durationsEnd[at - 1] ?? 0, records.durationsEnd[at]),
    ],
  });
  for (const [at, hotel] of records.hotel.entries()) {
    const name = [hotel, records.round[at], stageAt(records.stage[at]!)].join(' ');
    const [sum, more] = [sums.get(name), one(at)];
    sums.set(name, {
      responses: (sum?.responses ?? 0) + more.responses,
      scored: (sum?.scored ?? 0) + more.scored,
      passed: (sum?.passed ?? 0) + more.passed,
      ratios: (sum?.ratios ?? 0) + more.ratios,
      lastAt: Math.max(sum?.lastAt ?? 0, more.lastAt),
      lastId: Math.max(sum?.lastId ?? 0, more.lastId),
      sums: more.sums.map((points, place) => points + (sum?.sums[place] ?? 0)),
      bands: more.bands.map((count, place) => count + (sum?.bands[place] ?? 0)),
      durations: [...(sum?.durations ?? []), ...more.durations].toSorted((a, b) => a - b),
    });
  }
  return Object.fromEntries(sums);
}

test('a record of many responses says what the records of each say together', async () => {
  const { many, each } = await database.db.connection().execute(async (db) => {
    // It takes the place of the table in this connection alone.
    await sql`create temporary table responses (survey_id int, hotel_brand text, id int, hotel_id int, round_id int, hotel_stage text,
      total_score int, max_score int, completed_at timestamptz, passed boolean, duration int,
      fit_score int, fit_max int, action_score int, action_max int, environment_score int,
      environment_max int)`.execute(db);
    await sql`insert into responses values
      (1, 'A', 1, 7, 3, 'Onsite Assessment', 6, 10, '2026-01-01T10:00:00.000001Z', true, 700, 1, 2, 2, 4, 3, 4),
      (1, 'A', 2, 7, 3, 'Onsite Assessment', 1, 10, '2026-01-03T10:00:00Z', false, 86400, 1, 10, 0, 0, 0, 0),
      -- Nothing of these is scored, although they are the last. One took too long, one has no duration.
      (1, 'A', 3, 7, 3, 'Onsite Assessment', 0, 0, '2026-01-09T10:00:00Z', null, 86401, 0, 0, 0, 0, 0, 0),
      (2, 'A', 4, 8, null, null, 0, 0, '2026-01-09T10:00:00Z', null, null, 0, 0, 0, 0, 0, 0),
      (1, 'B', 5, 7, 4, 'Virtual Session', 10, 10, '2026-02-01T10:00:00Z', true, -5, 0, 0, 0, 0, 2147483647, 2147483647),
      (1, 'B', 6, 7, 4, 'Virtual Session', 10, 10, '2026-02-01T10:00:00Z', true, 60, 0, 0, 0, 0, 2147483647, 2147483647),
      (1, 'A', 7, null, null, null, 3, 10, '2026-02-01T10:00:00Z', false, 60, 0, 0, 0, 0, 0, 0)`.execute(
      db,
    );
    const { rows } = await sql<{ many: Buffer; each: Buffer }>`select
      (select string_agg(records, '') from ${recordsOf(sql`true`)} of_hotels) as many, string_agg(${recordOfOne}, '') as each
      from responses response`.execute(db);
    return rows[0]!;
  });
  const most = 2 * 2_147_483_647;
  expect(added(readSums(many))).toEqual(added(readResponses(each)));
  expect(added(readSums(many))).toEqual({
    '7 3 Onsite Assessment': {
      ...{ responses: 3, scored: 2, passed: 1, ratios: 0.7, lastId: 2 },
      lastAt: Date.parse('2026-01-03T10:00:00Z') / 1_000,
      ...{ sums: [2, 12, 2, 4, 3, 4], durations: [700, 86_400] },
      bands: [0, 1, 0, 0, 0, 0, 1, 0, 0, 0],
    },
    '7 4 Virtual Session': {
      ...{ responses: 2, scored: 2, passed: 2, ratios: 2, lastId: 6 },
      lastAt: Date.parse('2026-02-01T10:00:00Z') / 1_000,
      ...{ sums: [0, 0, 0, 0, most, most], durations: [-5, 60] },
      bands: [0, 0, 0, 0, 0, 0, 0, 0, 0, 2],
    },
    '0 0 ': {
      ...{ responses: 1, scored: 1, passed: 0, ratios: 0.3, lastId: 7 },
      lastAt: Date.parse('2026-02-01T10:00:00Z') / 1_000,
      ...{ sums: [0, 0, 0, 0, 0, 0], durations: [60] },
      bands: [0, 0, 0, 1, 0, 0, 0, 0, 0, 0],
    },
    '8 0 ': {
      ...{ responses: 1, scored: 0, passed: 0, ratios: 0, lastAt: 0, lastId: 0 },
      ...{ sums: [0, 0, 0, 0, 0, 0], durations: [] },
      bands: Array<number>(bandCount).fill(0),
    },
  });
});
