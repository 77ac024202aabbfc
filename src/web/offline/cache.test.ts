import 'fake-indexeddb/auto';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';

import { ApiError, OfflineError } from '#web/lib/api.ts';
import { cachedRead, dropUnusedReadings, readOnce } from './cache.ts';
import { connection } from './connection.ts';
import { currentStore, releaseStore, takeStore } from './store.ts';

let users = 100;
beforeEach(() => {
  takeStore((users += 1));
  vi.spyOn(connection, 'isOnline', 'get').mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
  releaseStore();
});

const words = z.string();
const says = (value: string) => async () => value;
const fails = (error: Error) => () => Promise.reject(error);
const read = (reader: () => Promise<string>) => cachedRead('key', reader, words);
/** What the server said, and the device has by now. */
async function readAndKeep(value: string) {
  const reading = await read(says(value));
  await vi.waitFor(async () => expect((await currentStore().cached.get('key'))?.value).toBe(value));
  return reading;
}

test('reads from the server while it answers, and keeps what it said', async () => {
  expect(await read(says('one'))).toMatchObject({ value: 'one', isCached: false });
  expect(await read(says('two'))).toMatchObject({ value: 'two', isCached: false });
});

test('asks the server without looking on the device first, however long that would take', async () => {
  vi.spyOn(currentStore().cached, 'get').mockReturnValue(new Promise(() => {}) as never);
  expect(await read(says('one'))).toMatchObject({ value: 'one', isCached: false });
});

test('with no connection, what was read last, with its time', async () => {
  const { savedAt } = await readAndKeep('one');
  const lost = await read(fails(new OfflineError()));
  expect(lost).toEqual({ value: 'one', savedAt, isCached: true });
  vi.spyOn(connection, 'isOnline', 'get').mockReturnValue(false);
  expect(await read(fails(new Error('is not asked')))).toMatchObject({ value: 'one' });
});

test('with no connection and nothing kept, it says what it needs', async () => {
  vi.spyOn(connection, 'isOnline', 'get').mockReturnValue(false);
  await expect(read(fails(new OfflineError()))).rejects.toThrow(OfflineError);
});

test('what the server refuses is not shown from memory; a fault of its own is bridged', async () => {
  await readAndKeep('one');
  await expect(read(fails(new ApiError(404, 'Not Found', '')))).rejects.toThrow(ApiError);
  const bridged = await read(fails(new ApiError(500, 'No', '')));
  expect(bridged).toMatchObject({ value: 'one', isCached: true });
  expect(bridged.problem).toMatch(/The server could not do this just now/);
});

test('a slow network does not keep someone waiting who has a reading here', async () => {
  await readAndKeep('one');
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const slow = read(() => new Promise(() => {}));
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
  vi.advanceTimersByTime(3_000);
  expect(await slow).toMatchObject({ isCached: true, problem: 'The network is slow.' });
  vi.useRealTimers();
});

test('a reading of another form, by another release, counts as none', async () => {
  await cachedRead('key', async () => 1, z.number());
  await vi.waitFor(async () => expect(await currentStore().cached.get('key')).toBeDefined());
  await expect(read(fails(new OfflineError()))).rejects.toThrow(OfflineError);
});

test('what never changes is asked for once', async () => {
  expect(await readOnce('key', says('one'), words)).toBe('one');
  await vi.waitFor(async () => expect(await currentStore().cached.get('key')).toBeDefined());
  expect(await readOnce('key', says('two'), words)).toBe('one');
});

test('what nobody has used for a month is let go of; what is still in use is not, however old', async () => {
  const db = currentStore();
  const day = 24 * 60 * 60_000;
  const old = { value: 'one', savedAt: Date.now() - 40 * day };
  await db.cached.bulkPut([
    { key: 'forgotten', ...old },
    { key: 'in use', ...old },
    { key: 'used before', ...old, usedAt: Date.now() - 31 * day },
    { key: 'recent', value: 'one', savedAt: Date.now() - 20 * day },
  ]);
  expect(await readOnce('in use', says('two'), words)).toBe('one');
  await vi.waitFor(async () => expect((await db.cached.get('in use'))?.usedAt).toBeGreaterThan(0));
  await dropUnusedReadings(db, Date.now());
  expect(await db.cached.toCollection().primaryKeys()).toEqual(['in use', 'recent']);
});
