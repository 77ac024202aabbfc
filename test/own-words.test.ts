import { afterAll, beforeAll, expect, test } from 'vitest';
import { z, type ZodType } from 'zod';

import { setOwnWords } from '#server/http/own-words.ts';
import { shapeOf } from '#server/http/known-names.ts';
import { routes } from '#server/routes.ts';
import { openTestApp, type TestApp } from './test-app.ts';

/** Tests that a refused request gets a message of ours, with the name of the field. */
let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

const detailOf = async (method: 'GET' | 'POST', path: string, body?: object) => {
  const { status, body: problem } = await server.as('alice')(method, path, body);
  expect(status).toBe(400);
  return problem.detail as string;
};

test('the field is named, and what it must be', async () => {
  const due = { clientId: 'own-words-of-ours-1', dueOn: '2026-12-24', actions: [{ id: 1 }] };
  expect(await detailOf('POST', '/api/actions/due', due)).toBe('“actions.0.version” is missing');
  expect(await detailOf('GET', `/api/results/summary?brand=${'x'.repeat(201)}`)).toBe(
    '“brand” must have at most 200 characters',
  );
  expect(await detailOf('GET', '/api/results/summary?verdict=Good')).toBe(
    '“verdict” must be Pass, Needs Review or Not scored',
  );
  expect(await detailOf('GET', '/api/results/summary?from=yesterday')).toBe(
    '“from” must be a day, such as 2026-03-31',
  );
  expect(await detailOf('POST', '/api/interview-sessions', ['a list'])).toBe(
    'What was sent must be an object',
  );
});

test('a number that is too large, and a character that cannot be stored, are told once and at their field', async () => {
  const errorsOf = async (method: 'GET' | 'POST', path: string, body?: object) =>
    (await server.as('alice')(method, path, body)).body.errors;
  const question = { surveyId: 2 ** 53, text: 'Asked?', type: 'radio' };
  expect(await errorsOf('POST', '/api/questions', question)).toEqual([
    { path: 'surveyId', message: 'Please select a survey' },
  ]);
  const message = 'This holds a character that cannot be stored';
  for (const [path, field] of [
    ['/api/results/summary', 'brand'],
    ['/api/results/standards/hotels', 'code'],
    ['/api/actions', 'brand'],
    ['/api/actions', 'code'],
  ] as const)
    expect(await errorsOf('GET', `${path}?${field}=a%00b`)).toEqual([{ path: field, message }]);
});

const wrong = [
  ...[undefined, null, true, -1, 1.5, 1e12, '', 'x', '9999999999', 'x'.repeat(5_000)],
  ...[[], [1], ['x'], [{}], {}],
];

/** Returns the messages of a schema for what is wrong as a whole, or in one of its fields. */
async function messagesOf(schema: ZodType): Promise<string[]> {
  const fields = Object.keys(shapeOf(schema));
  const sent = [...wrong, ...fields.flatMap((name) => wrong.map((value) => ({ [name]: value })))];
  const results = await Promise.all(sent.map((value) => schema.safeParseAsync(value)));
  return results.flatMap(({ error }) => (error?.issues ?? []).map(({ message }) => message));
}

test('no schema of any call speaks in the words of a library', async () => {
  setOwnWords();
  const schemas = routes.flatMap(({ query, body, params }) =>
    [query, body, params].filter((schema) => schema instanceof z.ZodType),
  );
  const messages = (await Promise.all(schemas.map(messagesOf))).flat();
  expect(messages.length).toBeGreaterThan(5_000);
  const foreign = /^Invalid|^Too (big|small)|^Unrecognized|^Expected|undefined|NaN|\[object/;
  expect(messages.filter((message) => foreign.test(message))).toEqual([]);
});
