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

test('a part that the server no longer has loads the page again, once', async () => {
  await reloadForPart('results.js');
  await reloadForPart('results.js');
  expect(reload).toHaveBeenCalledTimes(1);
});

test('without an answer of the server nothing is loaded again: there might be no page at all', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await reloadForPart('results.js');
  expect(reload).not.toHaveBeenCalled();
});

test('a part that the page can do without is missed, until the page can be loaded again for it', async () => {
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

test('a page that is being left does not load itself again; ten seconds later nobody has left', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  page.dispatchEvent(new Event('beforeunload'));
  await reloadForPart('results.js');
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  await reloadForPart('results.js');
  expect(reload).toHaveBeenCalledTimes(1);
});
