import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { sentenceOf } from '#domain/audit/event-sentence.ts';
import { aHotel, aSurvey } from './build.ts';
import { aForm } from './form.ts';
import { openTestApp, type TestApp } from './test-app.ts';

/** Tests how refused access appears to Admins in the audit trail. */
let server: TestApp;
let clock = Date.now();
let hotel: { id: number; hotelName: string };
let responseId: number;
let documentId: number;
let sessionId: number;
beforeAll(async () => {
  server = await openTestApp({ now: () => clock });
  const survey = await aSurvey(server);
  hotel = await aHotel(server, { hotelName: 'Harbour House' });
  const interview = {
    surveyId: survey.id,
    hotelId: hotel.id,
    respondentName: 'Rosa Respondent',
    respondentJobTitle: 'Front desk',
  };
  const admin = server.as('alice');
  responseId = (await admin('POST', '/api/responses', interview)).body.id;
  sessionId = (await admin('POST', '/api/interview-sessions', interview)).body.id;
  const path = `/api/hotels/${hotel.id}/evaluation-documents`;
  documentId = (await admin('POST', path, ...aForm('plan.txt', 'words'))).body.id;
});
afterAll(() => server.close());

/**
 * Returns the refusal events of these calls, in order. The server writes them after it has replied.
 */
async function refusalsOf(act: () => Promise<unknown>, expected: number) {
  const read = async () =>
    (await server.as('alice')('GET', '/api/audit-events?group=Refusals&limit=200')).body.events;
  const before = (await read()).length;
  await act();
  await expect.poll(async () => (await read()).length - before).toBeGreaterThanOrEqual(expected);
  // By now any further event would be there.
  await sleep(200);
  const events = await read();
  return events.slice(0, events.length - before).toReversed();
}

test('what a person may not see or do is told with who, and what it was', async () => {
  const events = await refusalsOf(async () => {
    const [cole, asa] = [server.as('cole'), server.as('asa')];
    await cole('GET', `/api/hotels/${hotel.id}`);
    await cole('GET', `/api/responses/${responseId}`);
    await cole('DELETE', `/api/interview-sessions/${sessionId}`);
    await cole('GET', `/api/evaluation-documents/${documentId}/download`);
    await asa('DELETE', `/api/evaluation-documents/${documentId}`);
    await asa('GET', '/api/system-users');
  }, 6);
  expect(events.map(sentenceOf).toSorted()).toEqual([
    'Asa Assessor was refused access to plan.txt of Harbour House',
    expect.stringMatching(/^Asa Assessor was refused what they may not do: [A-Z]/),
    'Cole Consultant was refused access to Harbour House',
    'Cole Consultant was refused access to a response for Harbour House',
    'Cole Consultant was refused access to an interview at Harbour House',
    'Cole Consultant was refused access to plan.txt of Harbour House',
  ]);
  const ofHotel = await server.as('alice')('GET', `/api/audit-events?object=hotel:${hotel.id}`);
  expect(ofHotel.body.events.map(sentenceOf)).toContain(
    'Cole Consultant was refused access to Harbour House',
  );
});

test('an object that a body names is told too', async () => {
  const [event] = await refusalsOf(
    () => server.as('connie')('POST', '/api/response-answers', { responseId, questionId: 1 }),
    1,
  );
  expect(sentenceOf(event)).toBe(
    'Connie Consultant was refused access to a response for Harbour House',
  );
});

test('what is not there, and who is not signed in, is no refusal', async () => {
  const events = await refusalsOf(async () => {
    await server.as('cole')('GET', '/api/hotels/2000000000');
    await server.as('asa')('GET', '/api/hotels/2000000000');
    await server.as('cole')('GET', '/api/nothing');
    await server.as('nobody')('GET', `/api/hotels/${hotel.id}`);
  }, 0);
  expect(events).toEqual([]);
});

test('a flood of them is a handful of lines an hour, which say how many there were', async () => {
  clock += 3_600_000;
  const cole = server.as('cole');
  const knock = async (times: number) => {
    for (let n = 0; n < times; n += 1) await cole('GET', `/api/hotels/${hotel.id}`);
  };
  const events = await refusalsOf(() => knock(120), 7);
  expect(events.map(({ details }: { details: object }) => details)).toEqual([
    ...Array.from({ length: 5 }, () => expect.not.objectContaining({ refusalsThisHour: 1 })),
    expect.objectContaining({ refusalsThisHour: 10 }),
    expect.objectContaining({ refusalsThisHour: 100 }),
  ]);
  clock += 3_600_000;
  expect(await refusalsOf(() => knock(1), 1)).toHaveLength(1);
});

test('and so are guesses at an account', async () => {
  const guess = (email: string) =>
    server.as('nobody')('POST', '/api/auth/login', { email, password: 'a wrong guess' });
  const told = async () =>
    (
      await server.db
        .selectFrom('auditEvents')
        .select('details')
        .where('action', '=', 'user.sign-in-refused')
        .execute()
    ).map(({ details }) => details);
  for (let n = 0; n < 12; n += 1) {
    await guess('asa@hotel.example');
    await guess(`nobody${n}@hotel.example`);
    // Later than the waits that slow down guessing, but within the hour.
    clock += 250_000;
  }
  const events = await told();
  expect(events.filter((details) => !('name' in details))).toHaveLength(6);
  expect(events.filter((details) => 'name' in details).length).toBeLessThanOrEqual(6);
  expect(JSON.stringify(events)).not.toMatch(/@|wrong guess/);
});
