import 'fake-indexeddb/auto';

import { afterEach, expect, test, vi } from 'vitest';

import { callByLink } from './call-by-link.ts';
import { keepReading, markNow, readReading, roundReading } from './kept-readings.ts';

/** Tests how the page handles replies, some of which come from a hotel's network and not from the server. */

afterEach(() => vi.unstubAllGlobals());

const reply = (body: string, init: ResponseInit & { type: string }) =>
  vi.stubGlobal('fetch', async () =>
    Promise.resolve(new Response(body, { ...init, headers: { 'content-type': init.type } })),
  );
const read = () => callByLink({ method: 'GET', path: '/api/link/round' });
const problem = JSON.stringify({ detail: 'This link was withdrawn.' });

test.each([
  ['a portal that shows its own page', '<html>', { status: 200, type: 'text/html' }],
  ['a portal that wants a sign-in', '{}', { status: 401, type: 'application/json' }],
  ['a portal that knows no such page', '<html>', { status: 404, type: 'text/html' }],
  ['a reply that broke off', '{"hotel":', { status: 200, type: 'application/json' }],
])('%s is no connection, and removes nothing', async (_, body, init) => {
  await keepReading(await markNow(), roundReading, 'The round');
  reply(body, init);
  await expect(read()).rejects.toMatchObject({
    status: 0,
    message: expect.stringContaining('There is no connection.'),
  });
  expect(await readReading(roundReading)).toMatchObject({ value: 'The round' });
});

test('the server that says that the link has ended removes what was kept of it', async () => {
  await keepReading(await markNow(), roundReading, 'The round');
  reply(problem, { status: 401, type: 'application/problem+json' });
  await expect(read()).rejects.toMatchObject({ status: 401, message: 'This link was withdrawn.' });
  expect(await readReading(roundReading)).toBeNull();
});
