import { createHash } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { digestHeader } from '#domain/sync/client-id.ts';
import { aHotel, aSurvey, hotelFields } from './build.ts';
import { openTestApp, type TestApp } from './test-app.ts';

/**
 * Names, titles and codes are stored in one line. A person, a device or a file may send one with a line break, which
 * then becomes a space.
 */
let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

const alice: ReturnType<TestApp['as']> = (...call) => server.as('alice')(...call);
const [sent, stored] = ['Grand \r\n\u2028 Hotel\tLobby', 'Grand Hotel Lobby'];
const of = <F extends string>(fields: readonly F[], text: string) =>
  Object.fromEntries(fields.map((field) => [field, text])) as Record<F, string>;

test.each<[string, fields: string[], path: () => Promise<string>, rest: object]>([
  [
    'a hotel',
    [
      ...['hotelId', 'hotelName', 'hotelChain', 'hotelBrand', 'hotelAddress', 'hotelPostalCode'],
      ...[
        'hotelCity',
        'hotelState',
        'hotelCountry',
        'fpgRegion',
        'hotelManagementCo',
        'hotelOwner',
      ],
    ],
    async () => '/api/hotels',
    hotelFields,
  ],
  ['a survey', ['title'], async () => '/api/surveys', { category: 'other' }],
  [
    'a copy of a survey',
    ['title'],
    async () => `/api/surveys/${(await aSurvey(server)).id}/clone`,
    {},
  ],
  [
    'a contact',
    ['name', 'jobTitle'],
    async () => `/api/hotels/${(await aHotel(server)).id}/contacts`,
    { clientId: 'contact_one_line' },
  ],
])('%s is stored without line breaks', async (_, fields, path, rest) => {
  const { status, body } = await alice('POST', await path(), { ...rest, ...of(fields, sent) });
  expect(status).toBe(201);
  expect(body).toMatchObject(of(fields, stored));
});

test('a user is stored without line breaks', async () => {
  const roles = (await alice('GET', '/api/user-roles')).body as { id: number; name: string }[];
  const { status, body } = await alice('POST', '/api/system-users', {
    ...{ name: sent, email: 'one.line@hotel.example', mobileNumber: '+1\n555' },
    roleId: roles.find(({ name }) => name === 'Assessor')?.id,
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({ name: stored, mobileNumber: '+1 555' });
});

test('of a question the code, section and options are lines, its words and guidance are not', async () => {
  const { body: survey } = await alice('POST', '/api/surveys', { title: 'S', category: 'other' });
  const text = 'First\nsecond';
  const { status, body } = await alice('POST', '/api/questions', {
    ...{ surveyId: survey.id, type: 'radio', text, guidance: text },
    ...of(['code', 'section'], sent),
    answers: [{ text: sent }, { text: 'No' }],
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({ text, guidance: text, ...of(['code', 'section'], stored) });
  const option = await alice('POST', '/api/answers', { questionId: body.id, text: sent });
  expect([body.answers[0].text, option.body.text]).toEqual([stored, stored]);
});

test('a response keeps the digest of what was sent, and is stored once', async () => {
  const { id: surveyId, edition } = await aSurvey(server);
  const names = ['respondentName', 'respondentJobTitle'];
  const ofHotel = ['hotelName', 'hotelBrand', 'hotelAddress'];
  const given = JSON.stringify({
    ...{ clientId: 'offline_1_one_line', surveyId, edition, notes: 'First\nsecond' },
    ...of([...names, ...ofHotel], sent),
  });
  const digest = createHash('sha256').update(given).digest('hex');
  const send = () => alice('POST', '/api/responses', given, { [digestHeader]: digest });
  const [first, again] = [await send(), await send()];
  expect([first.status, again.status]).toEqual([201, 200]);
  const kept = { digest, notes: 'First\nsecond', ...of([...names, ...ofHotel], stored) };
  expect(first.body).toMatchObject(kept);
  expect(again.body).toMatchObject(kept);
  const session = await alice('POST', '/api/interview-sessions', {
    ...{ hotelId: (await aHotel(server)).id, surveyId },
    ...of(names, sent),
  });
  expect(session.body).toMatchObject(of(names, stored));
});
