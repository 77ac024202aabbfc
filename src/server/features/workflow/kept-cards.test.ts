import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { stages } from '#domain/workflow/stages.ts';
import { migrate } from '#server/db/connection/migrate.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { aHotel } from '#test/build.ts';
import { atMigration } from '#test/database/at-migration.ts';
import { aForm } from '#test/form.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

/**
 * Tests that the card in a hotel's row (docs/decisions/0092) has what the row holds, to the letter and in the order
 * of the board's answer.
 */

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

/** Compares the card of every hotel with what its row holds, and returns how many there are. */
async function expectKept(db: Db = server.db): Promise<number> {
  const rows = await db
    .selectFrom('hotels')
    .select(['id', 'hotelName', 'hotelBrand', 'hotelCity', 'hotelState', 'hotelManagementCo'])
    .select(['status', 'stage', 'serviceConsultantId', 'version'])
    .select(['virtualSessionCompletionDate', 'virtualReAssessmentCompletionDate'])
    .select(sql<string>`to_json(stage_since at time zone 'UTC') #>> '{}' || 'Z'`.as('stageSince'))
    .select(['evaluationNotes', 'boardCard'])
    .execute();
  for (const { evaluationNotes, boardCard, ...shown } of rows) {
    const hasEvaluationNotes = Boolean(evaluationNotes);
    expect(boardCard).toBe(JSON.stringify({ ...shown, hasEvaluationNotes }));
  }
  return rows.length;
}

const words = fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.replaceAll('\0', ''));
const fields = {
  ...{ hotelName: words, hotelBrand: words, hotelCity: words, hotelState: words },
  hotelManagementCo: fc.option(words),
  stage: fc.constantFrom(...stages),
  status: fc.constantFrom('Pending' as const, 'Active' as const, 'Complete' as const),
  serviceConsultantId: fc.option(fc.nat()),
  virtualSessionCompletionDate: fc.option(fc.constantFrom('2026-02-28', '2024-02-29')),
  virtualReAssessmentCompletionDate: fc.option(fc.constantFrom('0001-01-01', '9999-12-31')),
  evaluationNotes: fc.option(fc.constantFrom('', ' ', 'Rooms are spotless.\n"Very".')),
};

test('whatever hotels are called, and however their rows change', async () => {
  const changes = fc.array(fc.record(fields, { requiredKeys: [] }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(fc.record(fields), changes, async (given, changed) => {
      await sql`delete from hotels`.execute(server.db);
      await aHotel(server, given);
      await expectKept();
      for (const change of changed) {
        const version = sql<number>`version + 1`;
        await server.db
          .updateTable('hotels')
          .set({ ...change, version })
          .execute();
        expect(await expectKept()).toBe(1);
      }
    }),
    { numRuns: 50 },
  );
});

test('kept cards are right after changes in the app', async () => {
  const { id } = await aHotel(server);
  const change = async (fields: object) => {
    expect((await server.as('alice')('PATCH', `/api/hotels/${id}`, fields)).status).toBe(200);
    await expectKept();
  };
  await change({ stage: 'Onsite Assessment', hotelName: 'House "10"' });
  await change({ stage: 'Virtual Session' });
  await change({ virtualSessionCompletionDate: '2026-02-28', status: 'Active' });
  await change({ stage: 'Evaluation', evaluationNotes: 'Rooms are spotless.\n' });
  await change({ evaluationNotes: '', hotelManagementCo: 'A & B' });
});

test('kept cards are right after an import', async () => {
  const before = await expectKept();
  const file = [
    'Hotel ID;Hotel Name;Hotel Chain;Hotel Brand;Management Co;Address;City;State;Country;Postal Code;FPG Region;Stage',
    'K1;Hôtel «Élan» \\ 旅館;Group;Harbor;;1 Quay Street;Zürich;ZH;CH;8001;East;',
    'K2;"The ""Old"" Mill/<b>";Group;Harbor;A & B;2 Quay Street;Boston;MA;USA;02110;East;Evaluation',
  ].join('\r\n');
  const form = aForm('hotels.csv', file);
  const { body } = await server.as('alice')('POST', '/api/hotels/import', ...form);
  expect(body.success).toBe(2);
  expect(await expectKept()).toBe(before + 2);
});

test('whatever the settings of the connection that writes are', async () => {
  const client = await server.deps.pool.connect();
  try {
    await client.query("set timezone = 'Asia/Kathmandu'; set datestyle = 'German'");
    await client.query(`
      insert into hotels (hotel_id, hotel_name, hotel_chain, hotel_brand, hotel_address, hotel_city,
        hotel_state, hotel_country, hotel_postal_code, fpg_region, virtual_session_completion_date, stage_since)
      select since, '', '', '', '', '', '', '', '', '', '2026-02-28', since::timestamptz
      from unnest(array['2026-03-29 02:30:00.120', '1920-01-01']) since`);
  } finally {
    client.release(true);
  }
  await expectKept();
});

test('kept cards are right in a database of an earlier release', async () => {
  await atMigration('0061-kept-records', async (old) => {
    await old.pool.query(`
      insert into hotels (hotel_id, hotel_name, hotel_chain, hotel_brand, hotel_address, hotel_city,
        hotel_state, hotel_country, hotel_postal_code, fpg_region, stage_since)
      select 'old ' || n, E'Old "' || n || E'"\\n', '', '', '', '', '', '', '', '', '2020-01-01Z'
      from generate_series(1, 100) n`);
    await migrate(old.db);
    expect(await expectKept(old.db)).toBe(100);
  });
});
