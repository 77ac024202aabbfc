import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { aHotel, aSurvey } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { makeRollUps } from './make-roll-ups.ts';

const command = fileURLToPath(new URL('run-check-sums.ts', import.meta.url));
let server: TestApp;
let home: string;
beforeAll(async () => {
  server = await openTestApp();
  home = await mkdtemp(join(tmpdir(), 'bellwether-sums-'));
});
afterAll(async () => {
  await server.close();
  await rm(home, { recursive: true });
});

const run = (env: NodeJS.ProcessEnv) =>
  promisify(execFile)(process.execPath, [command], {
    env: { PATH: process.env['PATH'], DATA_DIR: join(home, 'data'), ...env },
  }).catch((error: unknown) => error);

test('the command compares all sums, and names those that are wrong', async () => {
  const survey = await aSurvey(server);
  const hotel = await aHotel(server);
  const { status } = await server.as('asa')('POST', '/api/responses', {
    ...{ clientId: 'offline_1_sums', surveyId: survey.id, edition: survey.edition },
    ...{ hotelId: hotel.id, respondentName: 'Rosa', respondentJobTitle: 'Front desk' },
    ...{ completedAt: '2026-01-15T12:00:00Z', responseAnswers: [] },
  });
  expect(status).toBe(201);
  await sql`
    insert into responses (client_id, digest, survey_id, edition, hotel_id, hotel_name, hotel_brand,
      hotel_address, hotel_stage, respondent_name, respondent_job_title, answers, lost, marks,
      total_score, max_score, passed, started_at, completed_at, sync_status)
    select client_id || '_' || n, '', survey_id, edition, hotel_id, hotel_name, hotel_brand,
      hotel_address, hotel_stage, respondent_name, respondent_job_title, '[]', '{}', '',
      90, 100, true, started_at, completed_at, sync_status
    from responses, generate_series(1, 100) n`.execute(server.db);
  await makeRollUps(server.db, new AbortController().signal);
  // A difference as small as adding up the fractions in another order makes.
  await sql`update rolled_day_sums set ratios = ratios + 1e-9 where verdict = 'Pass'`.execute(
    server.db,
  );
  const { database } = await server.deps.pool
    .query<{ database: string }>('select current_database() as database')
    .then(({ rows }) => rows[0]!);
  const { host, port, user } = inject('connection') as { host: string; port: number; user: string };
  const DATABASE_URL = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  expect(await run({ DATABASE_URL })).toMatchObject({
    stdout: 'Compared: 2 days and months. All sums are those of the responses.\n',
  });
  const wrongDayAndMonth = {
    code: 1,
    stderr: expect.stringContaining(
      'These sums are not those of the responses: day 2026-01-15, month 2026-01-01. ',
    ),
  };
  const { rows: right } = await sql<{ records: Buffer }>`
    select records from rolled_day_hotels`.execute(server.db);
  await sql`update rolled_day_hotels set records = overlay(records placing '\\x07' from 16)`.execute(
    server.db,
  );
  await sql`update rolled_month_hotels set records = ''`.execute(server.db);
  expect(await run({ DATABASE_URL })).toMatchObject(wrongDayAndMonth);
  for (const table of ['rolledDayHotels', 'rolledMonthHotels'] as const)
    await server.db.updateTable(table).set({ records: right[0]!.records }).execute();
  await sql`update rolled_day_sums set ratios = ratios + 1e-6`.execute(server.db);
  await server.db.updateTable('rolledMonthMarks').set({ size: 1 }).execute();
  expect(await run({ DATABASE_URL })).toMatchObject(wrongDayAndMonth);
});

test('a folder without a database is refused, and nothing is made', async () => {
  expect(await run({})).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no installation to check'),
  });
  expect(await readdir(home)).toEqual([]);
});
