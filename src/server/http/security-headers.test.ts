import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { aSurveyOf } from '#test/build.ts';
import { openTestApp, type Answer, type TestApp } from '#test/test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

const answers: Record<string, () => Promise<Answer>> = {
  'an answer': () => server.as('alice')('GET', '/api/auth/me'),
  'a refusal': () => server.as('nobody')('GET', '/api/auth/me'),
  'what cannot be read': () => server.as('alice')('POST', '/api/hotels', '{"a":'),
  'what is not there': () => server.as('nobody')('GET', '/api/nothing'),
  'a file': () => server.as('alice')('GET', '/api/hotels/import-template'),
};

describe.each(Object.entries(answers))('%s', (_, ask) => {
  test('runs no script but ours, stands in no frame and is taken for nothing else', async () => {
    const { headers } = await ask();
    const policy = String(headers['content-security-policy']).split(';');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'self'",
        "script-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ]),
    );
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  test('tells no other site where one was, and gives no script a camera', async () => {
    const { headers } = await ask();
    expect(headers['referrer-policy']).toBe('same-origin');
    expect(headers['permissions-policy']).toContain('camera=(), microphone=(), geolocation=()');
  });

  test('is kept by no cache, and read by no other site', async () => {
    const { headers } = await ask();
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  test('tells nothing of the server', async () => {
    const { headers } = await ask();
    expect(headers['server']).toBeUndefined();
    expect(headers['x-powered-by']).toBeUndefined();
  });
});

test('JSON says how it is written', async () => {
  const { headers } = await server.as('alice')('GET', '/api/auth/me');
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
});

test('what people wrote comes back as it was, within JSON that is nothing else', async () => {
  const hostile =
    '</script><img src=x onerror=alert(1)> " \\ \' ` ${7*7} {{7*7}} <!-- ]]> \u2028 \u2029 \u202e 😀 é';
  const call = server.as('alice');
  const { id } = await aSurveyOf(server, [{ text: hostile }]);
  const { headers, bytes, body } = await call('GET', `/api/surveys/${id}/with-questions`);
  expect(body.questions[0].text).toBe(hostile);
  expect(bytes.toString('utf8')).toBe(JSON.stringify(body));
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test('TRACE is no method here', async () => {
  const { statusCode } = await server.app.inject({ method: 'TRACE', url: '/api/auth/me' });
  expect(statusCode).toBe(405);
});
