import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { loadOrReload, reloadForPart } from './app-update.ts';

const page = window;
const reload = vi.fn<() => void>();
beforeEach(() => {
  sessionStorage.clear();
  reload.mockClear();
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}')));
  vi.stubGlobal('window', Object.create(page, { location: { value: { reload } } }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a program file that the server no longer has reloads the page, once', async () => {
  await reloadForPart('results.js');
  await reloadForPart('results.js');
  expect(reload).toHaveBeenCalledTimes(1);
});

test('without an answer of the server the page is not reloaded, because it might not load', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await reloadForPart('results.js');
  expect(reload).not.toHaveBeenCalled();
});

test('a missing optional file does not reload the page at once, but once the server answers again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  expect(await loadOrReload(() => Promise.resolve('a part'))).toBe('a part');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await loadOrReload(() => Promise.reject(new TypeError('sync.js')))).toBeNull();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(reload).not.toHaveBeenCalled();
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}')));
  await vi.advanceTimersByTimeAsync(6_000);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a page that is being left is not reloaded until ten seconds have passed', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  page.dispatchEvent(new Event('beforeunload'));
  await reloadForPart('results.js');
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  await reloadForPart('results.js');
  expect(reload).toHaveBeenCalledTimes(1);
});
