import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestApp, type TestApp } from '#test/test-app.ts';

let direct: TestApp;
let behindProxy: TestApp;
beforeAll(async () => {
  direct = await openTestApp();
  behindProxy = await openTestApp({}, { PUBLIC_URL: 'https://survey.example' });
});
afterAll(() => Promise.all([direct.close(), behindProxy.close()]));

const idFor = async (server: TestApp, given?: string) => {
  const headers = given === undefined ? {} : { 'x-request-id': given };
  return (await server.as('nobody')('GET', '/api/health', undefined, headers)).headers[
    'x-request-id'
  ];
};
const ownForm = /^[0-9a-f-]{36}$/;

test('every answer names its request, and a problem does within itself too', async () => {
  const { headers, body } = await direct.as('nobody')('GET', '/api/hotels');
  expect(headers['x-request-id']).toMatch(ownForm);
  expect(body.requestId).toBe(headers['x-request-id']);
  const nowhere = await direct.as('nobody')('GET', '/api/nowhere');
  expect(nowhere.body.requestId).toBe(nowhere.headers['x-request-id']);
  expect(await idFor(direct)).not.toBe(await idFor(direct));
});

test("a proxy's name is taken on, where there is a proxy and it is safe to write down", async () => {
  expect(await idFor(behindProxy, 'edge-7:0123.abc')).toBe('edge-7:0123.abc');
  expect(await idFor(direct, 'edge-7:0123.abc')).toMatch(ownForm);
  for (const unsafe of ['short', 'a'.repeat(101), 'with space', '{"level":60}', 'ümlaut-umlaut'])
    expect(await idFor(behindProxy, unsafe)).toMatch(ownForm);
});
