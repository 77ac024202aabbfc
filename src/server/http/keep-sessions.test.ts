import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { routes } from '#server/routes.ts';
import { aHotel, aSurvey } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { beginSession, endSession, sessionCookie } from './auth-sessions.ts';

/**
 * Tests that somebody who sends response after response is remembered in between, and that the
 * storing statement checks that nothing about them has changed.
 */
let server: TestApp;
let survey: SurveyWithQuestions;
let hotelId: number;
let token: string;
let sent = 0;
beforeAll(async () => {
  server = await openTestApp();
  survey = await aSurvey(server);
  hotelId = (await aHotel(server, { serviceConsultantId: server.idOf('cole') })).id;
});
afterAll(() => server.close());

const send = (clientId = `offline_remembered_${(sent += 1)}`) =>
  server.app.inject({
    method: 'POST',
    url: '/api/responses',
    headers: { cookie: `${sessionCookie}=${token}` },
    payload: {
      clientId,
      surveyId: survey.id,
      edition: survey.edition,
      hotelId,
      respondentName: 'Rosa Respondent',
      respondentJobTitle: 'Front desk',
      responseAnswers: [],
    },
  });
const query = (text: string, values: unknown[] = []) => server.deps.pool.query(text, values);
const change = (set: string) =>
  query(`update system_users set ${set} where id = $1`, [server.idOf('asa')]);
const giveRole = (name: string) =>
  change(`role_id = (select id from user_roles where name = '${name}')`);
const countStored = async () => (await query('select id from responses')).rowCount;

beforeEach(async () => {
  await change("is_active = true, must_change_password = false, name = 'Asa Assessor'");
  await giveRole('Assessor');
  token = await beginSession(server.db, server.idOf('asa'), 'a device');
  expect((await send()).statusCode).toBe(201);
});

const ends: Record<string, [act: () => Promise<unknown>, status: number]> = {
  'signed out': [() => endSession(server.db, token), 401],
  'inactive for 15 days': [
    () => query("update auth_sessions set last_seen_at = now() - interval '15 days'"),
    401,
  ],
  deactivated: [() => change('is_active = false'), 401],
  'given a new password': [() => change('must_change_password = true'), 403],
};

describe.each(Object.entries(ends))('a sender who was %s meanwhile', (_, [act, status]) => {
  test('cannot store anything more', async () => {
    const before = await countStored();
    await act();
    expect((await send()).statusCode).toBe(status);
    expect(await countStored()).toBe(before);
  });

  test('gets no receipt of what they stored before', async () => {
    await send('offline_told_before');
    await act();
    expect((await send('offline_told_before')).statusCode).toBe(status);
  });
});

test('a change to a role with fewer hotels applies at once', async () => {
  expect((await send()).json().reviewReasons).toEqual([]);
  await giveRole('Service Consultant');
  expect((await send()).json().reviewReasons).toEqual(['hotel-not-assigned']);
});

test('a change to a role with more hotels applies at once', async () => {
  await giveRole('Service Consultant');
  expect((await send()).json().reviewReasons).toEqual(['hotel-not-assigned']);
  await giveRole('Assessor');
  expect((await send()).json().reviewReasons).toEqual([]);
});

test('the audit trail has a changed name at once', async () => {
  await change("name = 'Asa Newly-Named'");
  const { id } = (await send()).json();
  const { rows } = await query(
    "select actor_name from audit_events where action = 'response.stored' and object_id = $1",
    [id],
  );
  expect(rows).toEqual([{ actor_name: 'Asa Newly-Named' }]);
});

test('only storing a response uses a remembered session', () => {
  const calls = routes.filter(({ asksAgain }) => asksAgain);
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /api/responses']);
});

test('calls at the same moment share lookups', async () => {
  const me = () =>
    server.app.inject({ url: '/api/auth/me', headers: { cookie: `${sessionCookie}=${token}` } });
  let lookups = 0;
  const count = () => (lookups += 1);
  server.deps.pool.on('acquire', count);
  const answers = await Promise.all(Array.from({ length: 20 }, me));
  server.deps.pool.off('acquire', count);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(lookups).toBeLessThan(4);
});
