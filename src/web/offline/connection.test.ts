import { afterEach, expect, test, vi } from 'vitest';

import { connection } from './connection.ts';

afterEach(() => vi.unstubAllGlobals());

const healthy = () =>
  new Response(JSON.stringify({ product: 'bellwether', status: 'ok', epoch: 'one' }), {
    headers: { 'content-type': 'application/json' },
  });

test('an answer that was asked for before the network was lost does not count after it', async () => {
  const answers: ((response: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((answer) => answers.push(answer)));
  const stop = connection.watch();
  const early = connection.check();
  window.dispatchEvent(new Event('offline'));
  expect(connection.isOnline).toBe(false);

  answers[0]?.(healthy());
  await early;
  expect(connection.isOnline).toBe(false);

  // What was asked since does count.
  const late = connection.check();
  answers[1]?.(healthy());
  expect(await late).toBe(true);
  stop();
});

test('once lost, it is asked for again and again within seconds, not at the pace of the connected', async () => {
  vi.useFakeTimers();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  connection.report(true);
  const unreachable = () => Promise.reject(new TypeError('Failed to fetch'));
  vi.stubGlobal('fetch', unreachable);
  const stop = connection.watch();
  await vi.advanceTimersByTimeAsync(100);
  expect(connection.isOnline).toBe(false);
  vi.stubGlobal('fetch', () => Promise.resolve(healthy()));
  await vi.advanceTimersByTimeAsync(8_000);
  expect(connection.isOnline).toBe(true);
  stop();
  vi.useRealTimers();
});
