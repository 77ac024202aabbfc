import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { makeRollUps } from '#server/background/make-roll-ups.ts';
import { aHotel, aSurvey } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { readAhead } from './read-ahead.ts';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

test('what was read ahead is not read again', async () => {
  const survey = await aSurvey(server, { code: 'FO-1' });
  const { id: hotelId } = await aHotel(server);
  const [question] = survey.questions;
  const { status } = await server.as('asa')('POST', '/api/responses', {
    ...{ clientId: 'offline_read_ahead', surveyId: survey.id, edition: survey.edition, hotelId },
    ...{ respondentName: 'Rosa', respondentJobTitle: 'Front desk' },
    completedAt: new Date(Date.now() - 45 * 86_400_000).toISOString(),
    responseAnswers: [{ questionId: question!.id, answerId: question!.answers[0]!.id }],
  });
  expect(status).toBe(201);
  await makeRollUps(server.db, new AbortController().signal);
  const { deps } = server;
  await readAhead(deps.reports, deps.editions, deps.config, Date.now());
  // What somebody changed in the database under the same version shows only where it is read.
  for (const table of ['rolled_month_hotels', 'rolled_month_marks', 'rolled_day_hotels'])
    await sql`delete from ${sql.table(table)}`.execute(server.db);
  const read = async (path: string) => (await server.as('alice')('GET', path)).body;
  expect(await read('/api/results/hotels')).toMatchObject({ hotels: [{ hotelId, responses: 1 }] });
  expect(await read('/api/results/questions')).toMatchObject({ total: 1 });
  expect(await read('/api/results/standards')).toMatchObject({ standards: [{ code: 'FO-1' }] });
});
