import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { reloadForPart } from './app-update.ts';

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

test('a page that is being left does not load itself again; ten seconds later nobody has left', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  page.dispatchEvent(new Event('beforeunload'));
  await reloadForPart('results.js');
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  await reloadForPart('results.js');
  expect(reload).toHaveBeenCalledTimes(1);
});
