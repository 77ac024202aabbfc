import { expect, test } from 'vitest';

import { sendingHeader } from '#domain/sync/client-id.ts';
import { ask } from './reply.ts';

const problem = (status: number, type = '/problems/conflict') =>
  JSON.stringify({ type, title: 'T', status, detail: 'D' });
const json = 'application/json; charset=utf-8';
const ours = 'application/problem+json';

function answering(body: string | null, status: number, headers: Record<string, string>) {
  return async () => new Response(body, { status, headers });
}
const kindOf = async (body: string | null, status: number, type: string) =>
  (await ask(answering(body, status, { 'content-type': type }), '/api/x')).kind;

test.each([
  ['JSON', '{"id":1}', 200, json, 'answered'],
  ['no content', null, 204, '', 'answered'],
  ["a portal's page", '<html>', 200, 'text/html', 'later'],
  ['an incomplete answer', '{"id":1', 200, json, 'later'],
  ['JSON with the content type of text', '{"id":1}', 200, 'text/plain', 'later'],
  ['a refusal by our server', problem(409), 409, ours, 'refused'],
  ["a portal's refusal", '{"error":"login"}', 403, json, 'later'],
  ['a refusal whose status differs from its problem document', problem(404), 409, ours, 'later'],
  ['a refusal with an unknown problem type', problem(403, 'about:blank'), 403, ours, 'later'],
  ['our server requires a sign-in', problem(401, '/problems/not-signed-in'), 401, ours, 'sign-in'],
  ["a portal's sign-in", '<html>', 401, 'text/html', 'later'],
  [
    'a password must be changed first',
    problem(403, '/problems/password-change-required'),
    403,
    ours,
    'sign-in',
  ],
  ['a time-out', problem(408), 408, ours, 'later'],
  ['too early', problem(425), 425, ours, 'later'],
  ['too many', problem(429, '/problems/too-many-attempts'), 429, ours, 'later'],
  ['an error of our server', problem(500, '/problems/internal-error'), 500, ours, 'later'],
])('%s', async (_, body, status, type, kind) => {
  expect(await kindOf(body, status, type)).toBe(kind);
});

test.each([
  [{ 'retry-after': '3' }, 3_000],
  [
    {
      'retry-after': 'Wed, 06 May 2026 10:00:30 GMT',
      date: 'Wed, 06 May 2026 10:00:00 GMT',
    },
    30_000,
  ],
  [{ 'retry-after': 'soon' }, null],
  [{}, null],
])('reads how long to wait: %o', async (headers, retryAfter) => {
  const reply = await ask(answering('', 503, headers), '/api/x');
  expect(reply).toMatchObject({ kind: 'later', retryAfter });
});

test('a reply that belongs to another request is not accepted', async () => {
  const naming = (name: (sent: string) => string) => (_: unknown, init?: RequestInit) => {
    const sent = new Headers(init?.headers).get(sendingHeader) ?? '';
    return answering('{}', 200, { 'content-type': json, [sendingHeader]: name(sent) })();
  };
  expect(
    (
      await ask(
        naming((sent) => sent),
        '/api/x',
      )
    ).kind,
  ).toBe('answered');
  expect(
    (
      await ask(
        naming(() => 'f'.repeat(32)),
        '/api/x',
      )
    ).kind,
  ).toBe('later');
});

test('a request that the network failed is tried later', async () => {
  const reply = await ask(() => Promise.reject(new TypeError('Failed to fetch')), '/api/x');
  expect(reply).toEqual({
    ...{ kind: 'later', retryAfter: null },
    reason: 'The server did not answer.',
  });
});

test('redirects are not followed, because only a portal sends them', async () => {
  let init: RequestInit | undefined;
  await ask(async (_, given) => {
    init = given;
    return new Response();
  }, '/api/x');
  expect(init).toMatchObject({ redirect: 'error', cache: 'no-store', credentials: 'same-origin' });
});
