import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';

import { call, OfflineError } from './api.ts';

/** What the network does with a request: it resolves, rejects, or swallows it until it is aborted. */
type Network = (
  path: string,
  signal: AbortSignal | null | undefined,
) => Response | 'lost' | 'swallowed';

let network: Network;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (path: string, { signal }: RequestInit) => {
    const reply = network(path, signal);
    if (reply === 'lost') return Promise.reject(new TypeError('Failed to fetch'));
    if (reply !== 'swallowed') return Promise.resolve(reply);
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as DOMException));
    });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const healthy = () => Response.json({ product: 'bellwether', status: 'ok', epoch: 'one' });

/** Saves, and returns what has become of it by now. */
function save(signal?: AbortSignal) {
  const saved = { error: null as unknown };
  call({
    method: 'PUT',
    path: '/api/hotels/1',
    schema: z.unknown(),
    ...(signal && { signal }),
  }).catch((error: unknown) => (saved.error = error));
  return saved;
}

test('a call without a reply ends after 30 seconds when the server cannot be reached', async () => {
  network = (path) => (path === '/api/health' ? 'lost' : 'swallowed');
  const saved = save();
  await vi.advanceTimersByTimeAsync(29_000);
  expect(saved.error).toBeNull();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(saved.error).toBeInstanceOf(OfflineError);
  expect(vi.getTimerCount()).toBe(0);
});

test('it goes on while the server can be reached, and ends when that changes', async () => {
  network = (path) => (path === '/api/health' ? healthy() : 'swallowed');
  const saved = save();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(saved.error).toBeNull();
  network = () => 'lost';
  await vi.advanceTimersByTimeAsync(31_000);
  expect(saved.error).toBeInstanceOf(OfflineError);
});

test('a reply whose body never ends is given up as well', async () => {
  network = (path, signal) => {
    if (path === '/api/health') return 'lost';
    const aborted = new Promise<string>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as DOMException));
    });
    return Object.assign(new Response(), { text: () => aborted });
  };
  const saved = save();
  await vi.advanceTimersByTimeAsync(29_000);
  expect(saved.error).toBeNull();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(saved.error).toBeInstanceOf(OfflineError);
});

test('a call that its caller aborts ends at once, as an aborted one', async () => {
  network = () => 'swallowed';
  const giveUp = new AbortController();
  const saved = save(giveUp.signal);
  await vi.advanceTimersByTimeAsync(1);
  giveUp.abort(new DOMException('Left the page', 'AbortError'));
  await vi.advanceTimersByTimeAsync(1);
  expect(saved.error).toMatchObject({ name: 'AbortError' });
  expect(vi.getTimerCount()).toBe(0);
});
