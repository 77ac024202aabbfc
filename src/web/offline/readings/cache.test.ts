import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';

import { ApiError, OfflineError } from '#web/lib/api.ts';
import { waitFor } from '#test/wait-for.ts';
import { connection } from '#web/offline/connection/connection.ts';
import { currentStore, releaseStore, takeStore } from '#web/offline/store/store.ts';

import { cachedRead, readOnce } from './cache.ts';

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
/** Reads, and waits until the device has stored the server's value. */
async function readAndKeep(value: string) {
  const reading = await read(says(value));
  await waitFor(async () => expect((await currentStore().cached.get('key'))?.value).toBe(value));
  return reading;
}

test('reads from the server while it answers, and stores the reply', async () => {
  expect(await read(says('one'))).toMatchObject({ value: 'one', isCached: false });
  expect(await read(says('two'))).toMatchObject({ value: 'two', isCached: false });
});

test('each stored reply is large enough for a file of its own, which is deleted with it', async () => {
  await readAndKeep('one');
  const lengthNow = async () => (await currentStore().cached.get('key'))?.padding?.byteLength;
  expect(await lengthNow()).toBe(65_536);
  await readAndKeep('two');
  expect(await lengthNow()).toBe(65_536);
});

test('requests the server without waiting for the device’s store', async () => {
  vi.spyOn(currentStore().cached, 'get').mockReturnValue(new Promise(() => {}) as never);
  expect(await read(says('one'))).toMatchObject({ value: 'one', isCached: false });
});

test('without a connection, returns the last reply with its time', async () => {
  const { savedAt } = await readAndKeep('one');
  const lost = await read(fails(new OfflineError()));
  expect(lost).toEqual({ value: 'one', savedAt, isCached: true });
  vi.spyOn(connection, 'isOnline', 'get').mockReturnValue(false);
  expect(await read(fails(new Error('is not asked')))).toMatchObject({ value: 'one' });
});

test('without a connection and a stored reply, throws a message that it needs a connection', async () => {
  vi.spyOn(connection, 'isOnline', 'get').mockReturnValue(false);
  await expect(read(fails(new OfflineError()))).rejects.toThrow(OfflineError);
});

test('a refusal of the server is thrown; after an error of the server the stored reply is returned', async () => {
  await readAndKeep('one');
  await expect(read(fails(new ApiError(404, 'Not Found', '')))).rejects.toThrow(ApiError);
  const bridged = await read(fails(new ApiError(500, 'No', '')));
  expect(bridged).toMatchObject({ value: 'one', isCached: true });
  expect(bridged.problem).toMatch(/The server could not do this just now/);
});

test('on a slow network, a stored reply is returned without waiting', async () => {
  await readAndKeep('one');
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const slow = read(() => new Promise(() => {}));
  await waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
  vi.advanceTimersByTime(3_000);
  expect(await slow).toMatchObject({ isCached: true, problem: 'The network is slow.' });
  vi.useRealTimers();
});

test('a stored reply of another release that does not fit the schema is ignored', async () => {
  await cachedRead('key', async () => 1, z.number());
  await waitFor(async () => expect(await currentStore().cached.get('key')).toBeDefined());
  await expect(read(fails(new OfflineError()))).rejects.toThrow(OfflineError);
});

test('data that never changes is requested once', async () => {
  expect(await readOnce('key', says('one'), words)).toBe('one');
  await waitFor(async () => expect(await currentStore().cached.get('key')).toBeDefined());
  expect(await readOnce('key', says('two'), words)).toBe('one');
});

describe('hotels that the server no longer shows', () => {
  const hotel = (id: number) => ({ id, hotelId: `H${id}`, hotelName: `House ${id}` });
  const any = z.unknown();
  const keys = () => currentStore().cached.toCollection().primaryKeys();
  const problem = (status: number, type: string) =>
    new ApiError(status, 'No', JSON.stringify({ type, title: 'No', status, detail: 'No.' }));
  /** Stores all the readings that a device can have of two hotels. */
  async function keepTwo() {
    const of = (id: number) => [
      { key: `/api/hotels/${id}`, value: hotel(id) },
      { key: `/api/hotels/${id}/report {"from":"2026-01-01"}`, value: 'words' },
      { key: `workflow /api/hotels/${id}/evaluation-documents {}`, value: [] },
      { key: `workflow /api/results/responses {"hotelId":${id},"pageSize":20}`, value: {} },
      { key: `/api/interview-sessions/hotel/${id}`, value: [] },
    ];
    const rows = [
      { id: 8, hotelId: 7, hotelName: 'House 7' },
      { id: 7, hotelId: 8, hotelName: 'House 8' },
    ];
    const lists = [
      { key: '/api/hotels', value: [hotel(7), hotel(8)] },
      { key: '/api/workflow/board', value: { stages: [], hotels: [hotel(7), hotel(8)] } },
      { key: 'dashboard /api/results/responses', value: { rows, total: 2 } },
    ];
    await currentStore().cached.bulkPut(
      [...of(7), ...of(8), ...lists].map((one) => ({ ...one, savedAt: 1 })),
    );
  }
  /** Expects that no reading or row of hotel 7 is left, and that each reading still has hotel 8. */
  async function expectOnlyEight() {
    await waitFor(async () => {
      const all = await currentStore().cached.toArray();
      expect(JSON.stringify(all)).not.toMatch(/House 7|hotels\/7|hotel\/7|"hotelId\\*":7/);
    });
    expect(await keys()).toHaveLength(8);
    const [list, board, recent] = await currentStore().cached.bulkGet([
      '/api/hotels',
      '/api/workflow/board',
      'dashboard /api/results/responses',
    ]);
    expect(list?.value).toEqual([hotel(8)]);
    expect(board?.value).toMatchObject({ hotels: [hotel(8)] });
    expect(recent?.value).toMatchObject({ rows: [{ id: 7, hotelId: 8 }], total: 2 });
  }

  test.each([
    [404, '/problems/not-found'],
    [403, '/problems/not-allowed'],
    [410, '/problems/gone'],
  ])(
    'a hotel that our server refuses with %s is deleted with everything stored about it',
    async (...no) => {
      await keepTwo();
      const key = '/api/hotels/7/report {"from":"2026-01-01"}';
      const refused = cachedRead(key, fails(problem(...no)) as () => Promise<unknown>, any);
      await expect(refused).rejects.toThrow(ApiError);
      await expectOnlyEight();
    },
  );

  test('also when the refusal arrives after the device stopped waiting for it', async () => {
    await keepTwo();
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const answer = Promise.withResolvers<unknown>();
    const slow = cachedRead('/api/hotels/7', () => answer.promise, any);
    await waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
    vi.advanceTimersByTime(3_000);
    expect(await slow).toMatchObject({ isCached: true });
    vi.useRealTimers();
    answer.reject(problem(404, '/problems/not-found'));
    await expectOnlyEight();
  });

  test.each(['/api/hotels', '/api/workflow/board'])(
    'a hotel that is no longer in %s is deleted too',
    async (key) => {
      await keepTwo();
      const list = key === '/api/hotels' ? [hotel(8)] : { stages: [], hotels: [hotel(8)] };
      await cachedRead(key, async () => list as unknown, any);
      await expectOnlyEight();
    },
  );

  test.each([
    ['a portal that answers 404', new ApiError(404, 'Not Found', '<html>')],
    ['a portal with JSON of its own', problem(404, 'https://portal.example/problem')],
    ['a password that must be chosen first', problem(403, '/problems/password-change-required')],
    ['a fault of the server', problem(500, '/problems/internal-error')],
  ])('%s removes nothing', async (_, error) => {
    await keepTwo();
    await cachedRead('/api/hotels/7', fails(error) as () => Promise<unknown>, any).catch(
      () => null,
    );
    expect(await keys()).toHaveLength(13);
  });
});
