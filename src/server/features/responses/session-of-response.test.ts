import { createHash } from 'node:crypto';

import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { aHotel, aSurvey } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { waitFor } from '#test/wait-for.ts';

/**
 * Tests that each completed interview has its session, however little of it the server saw before.
 */

let server: TestApp;
let survey: SurveyWithQuestions;
let hotel: { id: number };
let clientId: string;
const clock = Date.parse('2026-05-04T10:00:00Z');
beforeAll(async () => {
  server = await openTestApp({ now: () => clock });
  survey = await aSurvey(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  hotel = await aHotel(server, { serviceConsultantId: server.idOf('connie') });
  clientId = `offline_${clock}_${Math.random().toString(36).slice(2)}`;
});

const respondent = { respondentName: 'Rosa Respondent', respondentJobTitle: 'Front desk' };
const answers = () =>
  survey.questions
    .filter((question) => question.answers.length > 0)
    .map((question) => ({ questionId: question.id, answerId: question.answers[2]!.id }));
const outcome = (more: object = {}) => ({
  ...{ surveyId: survey.id, edition: survey.edition, hotelId: hotel.id, hotelName: '' },
  ...respondent,
  responseAnswers: answers(),
  notes: 'Met at the bar',
  startedAt: '2026-05-04T08:00:00.000Z',
  completedAt: '2026-05-04T08:20:00.000Z',
  ...more,
});
const respond = (more: object = {}) =>
  server.as('connie')('POST', '/api/responses', outcome({ clientId, ...more }));
const begin = (more: object = {}) =>
  server.as('connie')('POST', '/api/interview-sessions', {
    ...{ clientId, hotelId: hotel.id, surveyId: survey.id, edition: survey.edition },
    ...respondent,
    ...more,
  });
const sessions = async () =>
  (await server.as('connie')('GET', `/api/interview-sessions/hotel/${hotel.id}`)).body;
/** What a session says once its response was deleted. */
const erased = {
  ...{ respondentName: '', respondentJobTitle: '', notes: '' },
  ...{ progress: {}, answeredAt: {}, remarks: {}, remarkedAt: {} },
};
const answered = () =>
  Object.fromEntries(
    answers().map(({ questionId, answerId }) => [
      questionId,
      { answerId, score: expect.any(Number), textValue: null },
    ]),
  );

test('a response of an offline interview creates one completed session with the response’s content', async () => {
  expect((await respond()).status).toBe(201);
  expect((await respond()).status).toBe(200);
  const [first] = answers();
  expect(await sessions()).toEqual([
    expect.objectContaining({
      ...respondent,
      ...{ clientId, surveyId: survey.id, edition: survey.edition, status: 'completed' },
      currentQuestionIndex: survey.questions.length - 1,
      progress: answered(),
      notes: 'Met at the bar',
      startedAt: '2026-05-04T08:00:00.000Z',
      lastUpdatedAt: '2026-05-04T08:20:00.000Z',
    }),
  ]);
  expect((await sessions())[0].answeredAt[first!.questionId]).toBe(Date.UTC(2026, 4, 4, 8, 20));
  const owner = await server.db
    .selectFrom('interviews')
    .select('userId')
    .where('clientId', '=', clientId)
    .execute();
  expect(owner).toEqual([{ userId: server.idOf('connie') }]);
});

test('the interview counts once, as completed, on the board and in the results', async () => {
  await respond();
  const summary = await server.as('connie')('GET', `/api/results/summary?hotelId=${hotel.id}`);
  expect(summary.body).toMatchObject({ responses: 1, completionRate: 100 });
});

test('a completed interview cannot be changed or abandoned, and the refusal names when and by whom it was completed', async () => {
  const { body: response } = await respond();
  const before = await sessions();
  const [{ id }] = before;
  const path = `/api/interview-sessions/${id}`;
  const late = { notes: 'At the desk', progress: {} };
  const completion = {
    responseId: response.id,
    completedAt: '2026-05-04T08:20:00.000Z',
    completedBy: 'Connie Consultant',
  };
  const said = 'This interview was completed on 4 May 2026, 08:20 UTC by Connie Consultant.';
  for (const who of ['connie', 'asa'] as const) {
    const changed = await server.as(who)('PUT', path, late);
    expect(changed).toMatchObject({
      status: 409,
      body: { type: '/problems/already-completed', detail: `${said} It cannot be changed.` },
    });
    expect(changed.body.completion).toEqual(completion);
    const abandoned = await server.as(who)('DELETE', path);
    expect(abandoned).toMatchObject({
      status: 409,
      body: { detail: `${said} It cannot be abandoned.`, completion },
    });
  }
  expect(await sessions()).toEqual(before);
});

test('a session completed by its own call refuses changes too, and accepts being completed again', async () => {
  const { body } = await begin();
  const path = `/api/interview-sessions/${body.id}`;
  const complete = { status: 'completed', notes: 'All said', progress: answered() };
  const [first] = answers();
  complete.progress = { [first!.questionId]: { answerId: first!.answerId, score: 10 } } as never;
  const completed = await server.as('asa')('PUT', path, complete);
  expect(completed.body).toMatchObject({ status: 'completed', notes: 'All said' });
  const again = await server.as('asa')('PUT', path, { ...complete, notes: 'Other words' });
  expect(again).toMatchObject({ status: 200, body: { notes: 'All said' } });
  const refused = await server.as('connie')('DELETE', path);
  expect([refused.status, refused.body.completion]).toMatchObject([
    409,
    { responseId: null, completedBy: 'Asa Assessor' },
  ]);
  expect((await server.as('connie')('PUT', path, { notes: 'Late' })).status).toBe(409);
});

test('completing an interview that another device completed returns when and by whom that was', async () => {
  const { body: response } = await respond();
  const second = outcome({ clientId, responseAnswers: [] });
  const digest = createHash('sha256').update(JSON.stringify(second)).digest('hex');
  const declared = { 'x-envelope-digest': digest };
  const completion = {
    responseId: response.id,
    completedAt: '2026-05-04T08:20:00.000Z',
    completedBy: 'Connie Consultant',
  };
  for (const who of ['connie', 'asa'] as const)
    expect(await server.as(who)('POST', '/api/responses', second, declared)).toMatchObject({
      status: 409,
      body: {
        type: '/problems/already-completed',
        detail: expect.stringContaining('4 May 2026, 08:20 UTC by Connie Consultant'),
        completion,
      },
    });
  // Somebody who does not see the hotel learns nothing about the interview.
  const foreign = await server.as('cole')('POST', '/api/responses', second, declared);
  expect(foreign).toMatchObject({
    status: 409,
    body: { completion: { responseId: null, completedAt: null, completedBy: null } },
  });
  expect(foreign.body.detail).not.toMatch(/Connie|2026/);
});

test('the session stays without its content when its response is deleted', async () => {
  const { body: response } = await respond();
  const [before] = await sessions();
  await server.as('alice')('DELETE', `/api/responses/${response.id}`);
  expect(await sessions()).toEqual([{ ...before, ...erased }]);
});

test('a session begun on the server keeps no content of a response that is deleted', async () => {
  await begin({ progress: answered(), remarks: { [answers()[0]!.questionId]: 'Rosa hesitated' } });
  const { body: response } = await respond();
  await server.as('alice')('DELETE', `/api/responses/${response.id}`);
  expect(await sessions()).toEqual([expect.objectContaining({ clientId, ...erased })]);
  const row = await server.db
    .selectFrom('interviewSessions')
    .select(sql<string>`interview_sessions::text`.as('text'))
    .where('clientId', '=', clientId)
    .executeTakeFirstOrThrow();
  expect(row.text).not.toMatch(/Rosa|Front desk|bar|answerId/);
});

test('when a review reassigns the response to another hotel, its session moves too', async () => {
  const { body: response } = await respond();
  const other = await aHotel(server, { serviceConsultantId: server.idOf('connie') });
  await server.db
    .updateTable('responses')
    .set({ hotelId: other.id })
    .where('id', '=', response.id)
    .execute();
  expect(await sessions()).toEqual([]);
});

test('an imported response has a completed session', async () => {
  const body = JSON.stringify(outcome({ clientId }));
  const digest = createHash('sha256').update(body).digest('hex');
  const { db } = server;
  const owner = await db
    .selectFrom('systemUsers')
    .select(['id', 'name', 'email'])
    .where('id', '=', server.idOf('connie'))
    .executeTakeFirstOrThrow();
  const { status } = await server.as('alice')('POST', '/api/responses/import', {
    format: 'bellwether-responses',
    version: 1,
    exportedAt: new Date(clock).toISOString(),
    owner,
    responses: [{ clientId, digest, body }],
  });
  expect(status).toBe(200);
  expect(await sessions()).toEqual([expect.objectContaining({ clientId, status: 'completed' })]);
});

test('a session copied to the server earlier ends with the response’s answers', async () => {
  const [first] = answers();
  const early = { [first!.questionId]: { answerId: survey.questions[0]!.answers[0]!.id } };
  const { body } = await begin({ progress: early, notes: 'Met' });
  await respond();
  const path = `/api/interview-sessions/${body.id}`;
  // A progress copy from before the response arrives late.
  const late = { progress: early, answeredAt: { [first!.questionId]: Date.UTC(2026, 4, 4, 8, 5) } };
  expect((await server.as('connie')('PUT', path, late)).status).toBe(409);
  expect(await sessions()).toEqual([
    expect.objectContaining({ id: body.id, status: 'completed', progress: answered() }),
  ]);
});

test('a response without answers does not change its session’s answers', async () => {
  const [first] = answers();
  const progress = { [first!.questionId]: { answerId: first!.answerId, score: 1, textValue: '' } };
  const { body } = await begin({ progress });
  await respond({ responseAnswers: undefined, clientId: undefined, sessionId: body.id });
  expect(await sessions()).toEqual([expect.objectContaining({ status: 'completed', progress })]);
});

test('a session that the response names is completed, and no second one is created', async () => {
  const { body } = await begin({ clientId: undefined });
  await respond({ sessionId: body.id });
  expect(await sessions()).toEqual([
    expect.objectContaining({ id: body.id, status: 'completed', progress: answered() }),
  ]);
});

test('no session is created for a plain call, nor for an abandoned interview', async () => {
  expect((await respond({ clientId: undefined })).status).toBe(201);
  expect(await sessions()).toEqual([]);
  const { body } = await begin();
  await server.as('connie')('DELETE', `/api/interview-sessions/${body.id}`);
  expect((await respond()).status).toBe(201);
  expect(await sessions()).toEqual([]);
});

test('no session is created when the hotel or the survey does not exist any more', async () => {
  const gone = await aSurvey(server);
  await server.db
    .updateTable('surveys')
    .set({ deletedAt: new Date(clock).toISOString() })
    .where('id', '=', gone.id)
    .execute();
  const ofSurvey = { surveyId: gone.id, edition: gone.edition, responseAnswers: [] };
  expect((await respond(ofSurvey)).body.reviewReasons).toEqual(['survey-deleted']);
  expect(await sessions()).toEqual([]);
  clientId += 'x';
  expect((await respond({ hotelId: 2_000_000_000 })).body.reviewReasons).toEqual(['hotel-unknown']);
  const { status, body: all } = await server.as('alice')('GET', '/api/interview-sessions/all');
  expect(status).toBe(200);
  expect(all).not.toContainEqual(expect.objectContaining({ clientId }));
});

test.each(['began on the server', 'was held offline'])(
  'an interview that %s has the notes and the not applicable marks of its response',
  async (way) => {
    if (way === 'began on the server') await begin();
    const [first, second] = answers();
    const note = 'By the lift';
    const na = { ...second!, answerId: null, notApplicable: true };
    expect((await respond({ responseAnswers: [{ ...first!, note }, na] })).status).toBe(201);
    const completedAt = Date.parse('2026-05-04T08:20:00.000Z');
    expect(await sessions()).toMatchObject([
      {
        progress: {
          [first!.questionId]: { answerId: first!.answerId, textValue: null },
          [second!.questionId]: { answerId: null, score: 0, textValue: null, na: true },
        },
        remarks: { [first!.questionId]: note },
        remarkedAt: { [first!.questionId]: completedAt },
      },
    ]);
  },
);

const untilOneWaits = () =>
  waitFor(async () => {
    const { rowCount } = await server.deps.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    expect(rowCount).toBe(1);
  });

test('a response is stored even when its hotel is deleted at the same moment', async () => {
  const other = await server.deps.pool.connect();
  try {
    await other.query('begin');
    await other.query('delete from hotels where id = $1', [hotel.id]);
    const sent = respond();
    await untilOneWaits();
    await other.query('commit');
    const { status, body } = await sent;
    expect([status, body.reviewReasons]).toEqual([201, ['hotel-unknown']]);
  } finally {
    other.release();
  }
});

test.each([
  ['deleted', (id: number) => server.as('alice')('DELETE', `/api/responses/${id}`), 204],
  [
    'corrected',
    (id: number) =>
      server.as('alice')('POST', `/api/responses/${id}/corrections`, {
        ...{ reason: 'Misheard', responseAnswers: [{ ...answers()[0]!, answerId: null }] },
      }),
    200,
  ],
  ['replaced', () => respond({ clientId: `${clientId}_again`, revises: clientId }), 201],
])(
  'a response is %s while its hotel is deleted, and neither waits for ever',
  async (_, act, status) => {
    const { id } = (await respond()).body;
    await server.db
      .updateTable('responses')
      .set({ returnedAt: new Date(clock).toISOString() })
      .where('id', '=', id)
      .execute();
    const { pool } = server.deps;
    const other = await pool.connect();
    try {
      // Takes the locks in the order of a hotel's deletion: the hotel first, then its responses.
      await other.query('begin');
      await other.query('select from hotels where id = $1 for update', [hotel.id]);
      const change = act(id);
      await untilOneWaits();
      await other.query('update responses set hotel_id = null where id = $1', [id]);
      await other.query('commit');
      expect((await change).status).toBe(status);
    } finally {
      other.release();
    }
  },
);
