import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { inTransaction } from '#server/db/statements/transaction.ts';
import { aHotel, aSurvey } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { waitFor } from '#test/wait-for.ts';

/**
 * Tests as many calls at once as there are connections: each holds one, and must not wait for
 * another.
 */
let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

/**
 * Stores a flagged response for each connection, and returns an answer to them. Nobody has read
 * their edition yet.
 */
async function fillPool() {
  const survey = await aSurvey(server);
  const { id: hotelId, hotelName } = await aHotel(server);
  const rows = Array.from({ length: server.deps.pool.options.max }, (_, n) => ({
    clientId: `of_survey_${survey.id}_${n}`,
    ...{ digest: '', surveyId: survey.id, edition: survey.edition! },
    ...{ hotelId, hotelName, hotelBrand: 'Harbor', hotelAddress: '1 Quay Street' },
    ...{ respondentName: 'Rosa Respondent', respondentJobTitle: 'Front desk' },
    ...{ totalScore: 0, maxScore: 0, completedAt: '2026-05-04T10:00:00Z' },
    reviewReasons: ['survey-changed' as const],
  }));
  const stored = await server.db.insertInto('responses').values(rows).returning('id').execute();
  const [question] = survey.questions;
  const answer = { questionId: question!.id, answerId: question!.answers[0]!.id };
  return { ids: stored.map(({ id }) => id), answer };
}

const untilWaiting = (expected: number) =>
  waitFor(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(server.deps.reports);
    expect(rows).toHaveLength(expected);
  });

test.each<[string, number, (id: number, answer: object) => ReturnType<ReturnType<TestApp['as']>>]>([
  [
    'answers',
    201,
    (responseId, answer) =>
      server.as('alice')('POST', '/api/response-answers', { responseId, ...answer, reason: 'So' }),
  ],
  [
    'reviews',
    200,
    (id) => server.as('asa')('PUT', `/api/responses/${id}/review`, { decision: 'accept' }),
  ],
])('%s of an edition that is not in memory wait for no other', async (_what, status, send) => {
  const { ids, answer } = await fillPool();
  const sent = await inTransaction(server.deps.reports, async (holder) => {
    await holder.selectFrom('responses').select('id').where('id', 'in', ids).forUpdate().execute();
    const calls = ids.map((id) => send(id, answer));
    await untilWaiting(ids.length);
    return { calls };
  });
  const answers = await Promise.all(sent.calls);
  expect(answers.map((one) => one.status)).toEqual(ids.map(() => status));
});
