import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { mergeProgress } from '#domain/interviews/progress.ts';
import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { leaveTombstone } from '#server/db/responses/tombstones.ts';
import { inTransaction, lockFor } from '#server/db/statements/transaction.ts';
import { aHotel, aSurvey } from '#test/build.ts';
import { sendEvidence } from '#test/evidence.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { waitForLocks } from '#test/wait-for-locks.ts';
import { insertSession, updateSession } from './queries.ts';

/**
 * Tests an interview's start, its response, and the deletion of both, when each is sent before another is committed.
 */
let server: TestApp;
let survey: SurveyWithQuestions;
let hotel: { id: number };
let clientId: string;
beforeAll(async () => {
  server = await openTestApp();
  survey = await aSurvey(server);
  hotel = await aHotel(server);
});
afterAll(() => server.close());
beforeEach(() => {
  clientId = `offline_${Date.now()}_${Math.random().toString(36).slice(2)}`;
});

const about = () => ({
  hotelId: hotel.id,
  surveyId: survey.id,
  respondentName: 'Rosa Respondent',
  respondentJobTitle: 'Front desk',
  clientId,
});
const call = (path: string, more: object) =>
  server.as('asa')('POST', path, { ...about(), ...more });
const start = () => call('/api/interview-sessions', {});
const respond = () => call('/api/responses', { hotelName: '', answers: [] });

const statusOfSession = async () =>
  (
    await server.db
      .selectFrom('interviews')
      .select('status')
      .where('clientId', '=', clientId)
      .executeTakeFirstOrThrow()
  ).status;

test('a response that comes while its start is being stored completes it', async () => {
  const response = await inTransaction(server.db, async (tx) => {
    await insertSession(tx, {
      ...about(),
      userId: server.idOf('asa'),
      edition: survey.edition ?? 1,
      currentQuestionIndex: 0,
      status: 'in_progress',
      notes: '',
      startedAt: new Date().toISOString(),
      progress: {},
      answeredAt: {},
      remarks: {},
      remarkedAt: {},
    });
    const answered = respond();
    await waitForLocks(server);
    return { answered };
  });
  expect((await response.answered).status).toBe(201);
  expect(await statusOfSession()).toBe('completed');
});

test('a start that comes while its response is being stored is completed', async () => {
  const client = await server.deps.pool.connect();
  await client.query('begin');
  await client.query(
    `insert into responses (client_id, digest, user_id, survey_id, edition, hotel_id, hotel_name,
      hotel_brand, hotel_address, respondent_name, respondent_job_title, total_score, max_score,
      completed_at, sync_status, session_id)
    values ($1, '', $2, $3, $4, $5, '', '', '', 'Rosa', 'Front desk', 0, 0, now(), 'synced', 77)`,
    [clientId, server.idOf('asa'), survey.id, survey.edition, hotel.id],
  );
  await client.query('select complete_session($1, $2, null)', [clientId, server.idOf('asa')]);
  const started = start();
  await waitForLocks(server);
  await client.query('commit');
  client.release();
  const { status, body } = await started;
  // The response is the interview's record, so there is nothing left to begin.
  expect(status).toBe(200);
  expect(body).toMatchObject({ id: 77, clientId, status: 'completed' });
  expect(await statusOfSession()).toBe('completed');
});

test('a start that is sent again while its interview is abandoned does not bring it back', async () => {
  const { body: session } = await start();
  const late = await inTransaction(server.db, async (tx) => {
    await lockFor(tx, 'interview', clientId);
    const again = start();
    await waitForLocks(server);
    const abandoned = await server.as('asa')('DELETE', `/api/interview-sessions/${session.id}`);
    expect(abandoned.status).toBe(200);
    return { again };
  });
  expect((await late.again).body.type).toBe('/problems/gone');
});

test('a response that is sent again while it is deleted does not come back', async () => {
  const { body: response } = await respond();
  const late = await inTransaction(server.db, async (tx) => {
    await tx.deleteFrom('responses').where('id', '=', response.id).execute();
    await leaveTombstone(tx, { kind: 'response', clientId });
    const again = respond();
    await waitForLocks(server);
    return { again };
  });
  expect((await late.again).body.type).toBe('/problems/gone');
  const left = server.db.selectFrom('responses').select('id').where('clientId', '=', clientId);
  expect(await left.execute()).toEqual([]);
});

test('a response that is deleted while its hotel is takes the session before the hotel', async () => {
  await start();
  const { body: response } = await respond();
  const { deleted } = await inTransaction(server.db, async (tx) => {
    // As the deletion of the hotel does, which then locks the hotel.
    const sessions = tx.selectFrom('interviewSessions').select('id');
    await sessions.where('clientId', '=', clientId).forUpdate().execute();
    const deleted = server.as('alice')('DELETE', `/api/responses/${response.id}`);
    await waitForLocks(server);
    const hotels = tx.selectFrom('hotels').select('id').where('id', '=', hotel.id);
    await hotels.forUpdate().noWait().execute();
    return { deleted };
  });
  expect((await deleted).status).toBe(204);
});

test('an interview of a survey that is being deleted does not begin', async () => {
  const other = await aSurvey(server);
  const late = await inTransaction(server.db, async (tx) => {
    const editions = tx.selectFrom('surveyEditions').select('number');
    await editions.where('surveyId', '=', other.id).forUpdate().execute();
    const deleted = { deletedAt: new Date().toISOString() };
    await tx.updateTable('surveys').set(deleted).where('id', '=', other.id).execute();
    const started = call('/api/interview-sessions', { surveyId: other.id });
    await waitForLocks(server);
    return { started };
  });
  expect((await late.started).status).toBe(404);
  const left = server.db.selectFrom('interviewSessions').select('id');
  expect(await left.where('surveyId', '=', other.id).execute()).toEqual([]);
});

test('a file whose sender is deleted while it is stored can be sent again', async () => {
  const late = await inTransaction(server.db, async (tx) => {
    await tx.deleteFrom('systemUsers').where('id', '=', server.idOf('cole')).execute();
    const sent = sendEvidence(server, 'cole', { interview: clientId, question: 1 });
    await waitForLocks(server);
    return { sent };
  });
  expect((await late.sent).status).toBe(503);
});

test('of two copies that overlap, the one that is joined last has the later time', async () => {
  const { body: session } = await start();
  const path = `/api/interview-sessions/${session.id}`;
  await inTransaction(server.db, async (tx) => {
    await tx.selectFrom('interviewSessions').select('id').execute();
    const { body: first } = await server.as('asa')('PUT', path, { notes: 'First' });
    const nothing = { progress: {}, answeredAt: {} };
    const last = { currentQuestionIndex: 0, status: 'in_progress' as const, notes: 'Last' };
    await updateSession(tx, session.id, { ...last, ...mergeProgress(nothing, nothing) });
    const { lastUpdatedAt } = await tx
      .selectFrom('interviewSessions')
      .select('lastUpdatedAt')
      .where('id', '=', session.id)
      .executeTakeFirstOrThrow();
    expect(Date.parse(lastUpdatedAt)).toBeGreaterThan(Date.parse(first.lastUpdatedAt));
  });
});
