import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestDatabase } from '#test/database/test-database.ts';
import type { OpenDatabase } from './connect.ts';
import { recordOfOne, recordsOf, stageAt, viewRecords } from './hotel-records.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Reads records as objects. Records of one hotel, round and stage are added up. */
function added(records: Buffer) {
  const view = viewRecords(records);
  const sums = new Map<string, ReturnType<typeof one>>();
  const one = (at: number) => ({
    ...{ responses: view.responses(at), scored: view.scored(at), ratios: view.ratios(at) },
    ...{ lastAt: view.lastAt(at), lastId: view.lastId(at) },
  });
  for (let at = 0; at < view.end; at += view.step) {
    const name = [view.hotel(at), view.round(at), stageAt(view.stage(at))].join(' ');
    const [sum, more] = [sums.get(name), one(at)];
    sums.set(name, {
      responses: (sum?.responses ?? 0) + more.responses,
      scored: (sum?.scored ?? 0) + more.scored,
      ratios: (sum?.ratios ?? 0) + more.ratios,
      lastAt: Math.max(sum?.lastAt ?? 0, more.lastAt),
      lastId: Math.max(sum?.lastId ?? 0, more.lastId),
    });
  }
  return Object.fromEntries(sums);
}

test('a record of many responses says what the records of each say together', async () => {
  const { many, each } = await database.db.connection().execute(async (db) => {
    // It takes the place of the table in this connection alone.
    await sql`create temporary table responses (id int, hotel_id int, round_id int, hotel_stage text,
      total_score int, max_score int, completed_at timestamptz)`.execute(db);
    await sql`insert into responses values
      (1, 7, 3, 'Onsite Assessment', 6, 10, '2026-01-01T10:00:00.000001Z'),
      (2, 7, 3, 'Onsite Assessment', 1, 10, '2026-01-03T10:00:00Z'),
      -- Nothing of these is scored, although they are the last.
      (3, 7, 3, 'Onsite Assessment', 0, 0, '2026-01-09T10:00:00Z'),
      (4, 8, null, null, 0, 0, '2026-01-09T10:00:00Z'),
      (5, 7, 4, 'Virtual Session', 10, 10, '2026-02-01T10:00:00Z'),
      (6, null, null, null, 3, 10, '2026-02-01T10:00:00Z')`.execute(db);
    const { rows } = await sql<{ many: Buffer; each: Buffer }>`select
      ${recordsOf(sql`true`)} as many, string_agg(${recordOfOne}, '') as each
      from responses response where hotel_id is not null`.execute(db);
    return rows[0]!;
  });
  const lastAt = Date.parse('2026-01-03T10:00:00Z') / 1_000;
  expect(added(many)).toEqual(added(each));
  expect(added(many)).toEqual({
    '7 3 Onsite Assessment': { responses: 3, scored: 2, ratios: 0.7, lastAt, lastId: 2 },
    '7 4 Virtual Session': {
      ...{ responses: 1, scored: 1, ratios: 1, lastId: 5 },
      lastAt: Date.parse('2026-02-01T10:00:00Z') / 1_000,
    },
    '8 0 ': { responses: 1, scored: 0, ratios: 0, lastAt: 0, lastId: 0 },
  });
});
