import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ApiError, OfflineError } from '#web/lib/api.ts';
import { connection } from '#web/offline/connection/connection.ts';
import { oldestNotRefreshed, readAgain, readAgainWhenOnline } from './read-again.ts';

let client: QueryClient;
let stop: () => void;
let isOnline = true;
let flip: () => void = () => {};
let calls = 0;
let answer: () => unknown = () => 'fresh';

beforeEach(() => {
  vi.useFakeTimers();
  [isOnline, calls] = [true, 0];
  vi.spyOn(connection, 'isOnline', 'get').mockImplementation(() => isOnline);
  vi.spyOn(connection, 'check').mockImplementation(async () => isOnline);
  vi.spyOn(connection, 'subscribe').mockImplementation((listener) => {
    flip = listener;
    return () => {};
  });
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  stop = readAgainWhenOnline(client);
});
afterEach(() => {
  stop();
  client.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Puts a query on the screen. Returns a function that reads what it shows. */
async function onScreen() {
  const observer = new QueryObserver(client, {
    queryKey: ['one'],
    queryFn: async () => {
      calls += 1;
      return answer();
    },
    networkMode: 'always',
  });
  observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(0);
  return observer;
}
const fails = (error: Error) => () => {
  throw error;
};
const kept = (problem?: string) => ({
  ...{ value: 'kept', savedAt: 5, isCached: true },
  ...(problem && { problem }),
});

test.each([
  ['failed for want of a connection', fails(new OfflineError())],
  ['showed what this device had', () => kept()],
  ['failed on the server', fails(new ApiError(500, '', ''))],
])('what %s is read again when the connection returns', async (_, before) => {
  isOnline = false;
  answer = before;
  const shown = await onScreen();
  answer = () => 'fresh';
  isOnline = true;
  flip();
  await vi.advanceTimersByTimeAsync(0);
  expect(shown.getCurrentResult()).toMatchObject({ data: 'fresh', error: null });
});

test('a call that failed although there is a connection is tried again, at growing intervals', async () => {
  answer = fails(new OfflineError());
  const shown = await onScreen();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toBeGreaterThan(3);
  expect(calls).toBeLessThan(9);
  answer = () => 'fresh';
  await vi.advanceTimersByTimeAsync(60_000);
  expect(shown.getCurrentResult().data).toBe('fresh');
  const before = calls;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(calls).toBe(before);
});

test('a call that failed on the server is reported, and not tried again until a person asks', async () => {
  answer = () => kept('The server failed.');
  await onScreen();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(calls).toBe(1);
  expect(oldestNotRefreshed(client.getQueryCache())).toMatchObject({
    problem: 'The server failed.',
  });
  answer = () => ({ value: 'fresh', savedAt: 6, isCached: false });
  await readAgain(client);
  expect(oldestNotRefreshed(client.getQueryCache())).toBeUndefined();
});
