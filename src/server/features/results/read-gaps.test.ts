import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { aHotel, aSurvey } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { unsummedResponses, madeAndGaps } from './rolled-sums.ts';

const responses = 20_000;
let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
  const survey = await aSurvey(server);
  const hotel = await aHotel(server);
  await sql`
    insert into responses (client_id, digest, survey_id, edition, hotel_id, hotel_name, hotel_brand,
      hotel_address, respondent_name, respondent_job_title, answers, lost, marks, total_score,
      max_score, passed, completed_at, sync_status)
    select 'response_' || n, '', ${survey.id}, ${survey.edition}, ${hotel.id}, 'Harbour House', 'Harbor',
      'Quay Street', 'Rosa', 'Front desk', '[]', '{}', '', 90, 100, true, now() - n * interval '30 minutes',
      'synced'
    from generate_series(1, ${responses}::int) n`.execute(server.db);
  await sql`analyze responses`.execute(server.db);
});
afterAll(() => server.close());

test('PostgreSQL expects few responses in the gaps between sums, and not many times all', async () => {
  const filter = { timeZone: 'UTC', line: 80 };
  const { rows } = await sql<Record<string, string>>`
    explain with ${madeAndGaps(filter)}
    select max(response.lost) from ${unsummedResponses({ kind: 'all' }, filter)}`.execute(
    server.db,
  );
  const plan = rows.flatMap((row) => Object.values(row)).join('\n');
  // If PostgreSQL expected more rows than there are, it would read the whole table once that is large.
  const expected = Number(/Nested Loop.*? rows=(\d+)/.exec(plan)?.[1]);
  expect(expected).toBeLessThan(responses);
  expect(plan).toMatch(/Index.* Scan .*on responses/);
});
