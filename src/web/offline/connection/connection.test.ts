import { afterEach, expect, test, vi } from 'vitest';

import { waitFor } from '#test/wait-for.ts';

import { connection } from './connection.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const healthy = () =>
  new Response(JSON.stringify({ product: 'bellwether', status: 'ok', epoch: 'one' }), {
    headers: { 'content-type': 'application/json' },
  });

const unreachable = () => Promise.reject(new TypeError('Failed to fetch'));

/** Stubs a network on which each request waits until the test replies to it, in any order. */
function slowNetwork() {
  const replies: ((response: Response | Promise<Response>) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((reply) => replies.push(reply)));
  return (question: number, response: Response | Promise<Response>) =>
    replies[question]?.(response);
}

test('the reply to a check that began before the network was lost is ignored afterwards', async () => {
  const reply = slowNetwork();
  const stop = connection.watch();
  const early = connection.check();
  window.dispatchEvent(new Event('offline'));
  expect(connection.isOnline).toBe(false);

  reply(1, healthy());
  await early;
  expect(connection.isOnline).toBe(false);

  // A check that started after the change of network counts.
  const late = connection.check();
  reply(2, healthy());
  expect(await late).toBe(true);
  stop();
});

test('a check that failed while the network was lost is ignored when it is back', async () => {
  const reply = slowNetwork();
  const stop = connection.watch();
  const early = connection.check();
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  reply(2, healthy());
  await waitFor(() => expect(connection.isOnline).toBe(true));
  reply(1, unreachable());
  await early;
  expect(connection.isOnline).toBe(true);
  stop();
});

test('the reply of an older check does not change the result of a newer one', async () => {
  const reply = slowNetwork();
  const [older, newer] = [connection.check(), connection.check()];
  reply(1, unreachable());
  expect(await newer).toBe(false);
  reply(0, healthy());
  expect(await older).toBe(false);
});

async function watchFor(milliseconds: number) {
  const stop = connection.watch();
  await vi.advanceTimersByTimeAsync(milliseconds);
  return stop;
}

test('a lost connection is checked again every few seconds, more often than a working one', async () => {
  vi.useFakeTimers();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  vi.stubGlobal('fetch', () => Promise.resolve(healthy()));
  await connection.check();
  vi.stubGlobal('fetch', unreachable);
  const stop = await watchFor(100);
  expect(connection.isOnline).toBe(false);
  vi.stubGlobal('fetch', () => Promise.resolve(healthy()));
  await vi.advanceTimersByTimeAsync(8_000);
  expect(connection.isOnline).toBe(true);
  stop();
});

test('while it is lost, a visible page checks every three seconds, and a hidden page never', async () => {
  vi.useFakeTimers();
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  let questions = 0;
  vi.stubGlobal('fetch', () => ((questions += 1), unreachable()));
  const stop = await watchFor(100);
  expect(connection.isOnline).toBe(false);
  questions = 0;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(questions).toBe(200);

  seen.mockReturnValue('hidden');
  await vi.advanceTimersByTimeAsync(600_000);
  expect(questions).toBe(200);
  seen.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(questions).toBe(201);
  stop();
});

test('a server that replies while the browser reports no network counts as online, and is checked often', async () => {
  vi.useFakeTimers();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.stubGlobal('fetch', () => Promise.resolve(healthy()));
  const stop = await watchFor(100);
  expect(connection.isOnline).toBe(true);
  vi.stubGlobal('fetch', unreachable);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(connection.isOnline).toBe(false);
  stop();
});

test('a check that fails just after the browser found a network is repeated at once', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', unreachable);
  const stop = await watchFor(100);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(100);
  expect(connection.isOnline).toBe(false);
  vi.stubGlobal('fetch', () => Promise.resolve(healthy()));
  await vi.advanceTimersByTimeAsync(500);
  expect(connection.isOnline).toBe(true);
  stop();
});
