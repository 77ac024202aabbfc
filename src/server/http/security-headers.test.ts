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
  test('allows only our own scripts, no framing, and no other content type', async () => {
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

  test('sends no referrer to other sites, and allows no camera, microphone or location', async () => {
    const { headers } = await ask();
    expect(headers['referrer-policy']).toBe('same-origin');
    expect(headers['permissions-policy']).toContain('camera=(), microphone=(), geolocation=()');
  });

  test('is stored by no cache, and cannot be read by other sites', async () => {
    const { headers } = await ask();
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  test('has no header that names the server software', async () => {
    const { headers } = await ask();
    expect(headers['server']).toBeUndefined();
    expect(headers['x-powered-by']).toBeUndefined();
  });
});

test('JSON names its character encoding', async () => {
  const { headers } = await server.as('alice')('GET', '/api/auth/me');
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
});

test('hostile text is returned unchanged, in a reply that is only JSON', async () => {
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

test('a TRACE request is refused with 405', async () => {
  const { statusCode } = await server.app.inject({ method: 'TRACE', url: '/api/auth/me' });
  expect(statusCode).toBe(405);
});
