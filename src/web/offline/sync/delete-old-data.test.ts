import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';

import { waitFor } from '#test/wait-for.ts';
import { readOnce } from '#web/offline/readings/cache.ts';
import type { Receipt } from '#web/offline/store/records.ts';
import { currentStore, releaseStore, takeStore } from '#web/offline/store/store.ts';

import { deleteOldData } from './delete-old-data.ts';
import { closeOfflineStore, openOfflineStore } from './sync-status.ts';
import { syncStore } from './sync.ts';

const day = 24 * 60 * 60_000;
const begin = Date.UTC(2026, 4, 1);

let users = 40_000;
beforeEach(() => {
  takeStore((users += 1));
});
afterEach(() => {
  closeOfflineStore();
  releaseStore();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const keys = () => currentStore().cached.toCollection().primaryKeys();
const receipt = (clientId: string, more: Partial<Receipt> = {}): Receipt => ({
  ...{
    clientId,
    body: '{}',
    digest: '',
    completedAt: begin,
    receivedAt: begin,
    confirmedAt: begin,
  },
  about: { hotelName: 'H', surveyTitle: 'S', respondentName: 'R' },
  ...{ responseId: 1, totalScore: 0, maxScore: 0, epoch: 'one' },
  ...more,
});

/** Runs a sync with a server at this time, on a device whose clock shows another time. */
async function syncAt(serverTime: number, deviceTime: number, epoch = 'one') {
  const fetch = async (input: RequestInfo | URL) => {
    const health = { product: 'bellwether', status: 'ok', epoch, now: serverTime };
    const body = input === '/api/health' ? health : {};
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  };
  const effects = { fetch, now: () => deviceTime, random: () => 0, refresh: async () => undefined };
  expect(await syncStore(currentStore(), effects, { force: false })).toMatchObject({
    stopped: null,
  });
}

test('a device that starts with its clock forty days ahead keeps all stored data', async () => {
  const { cached } = currentStore();
  await cached.bulkPut([
    { key: '/api/surveys', value: [], savedAt: begin },
    { key: '/api/hotels', value: [], savedAt: begin },
  ]);
  const user = users;
  releaseStore();
  vi.useFakeTimers({ toFake: ['Date'], now: begin + 40 * day });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await openOfflineStore({ id: user, name: 'Ana Ruiz' });
  expect(await keys()).toEqual(['/api/hotels', '/api/surveys']);
});

test.each([40 * day, -60 * day])(
  'a sync with such a clock deletes nothing either (%d ms)',
  async (by) => {
    const db = currentStore();
    await db.cached.put({ key: 'read before', value: 1, savedAt: begin });
    await db.receipts.put(receipt('offline_1_rosa'));
    await syncAt(begin, begin);
    await syncAt(begin + day, begin + day + by);
    await syncAt(begin + 2 * day, begin + 2 * day);
    expect(await keys()).toContain('read before');
    expect(await db.receipts.count()).toBe(1);
  },
);

test('data that was not used for a month is deleted; data still in use is not', async () => {
  const db = currentStore();
  await db.cached.bulkPut([
    { key: 'forgotten', value: 'one', savedAt: begin },
    { key: 'in use', value: 'one', savedAt: begin },
  ]);
  await deleteOldData(db, begin);
  await db.cached.put({ key: 'recent', value: 'one', savedAt: begin });
  await deleteOldData(db, begin + 10 * day);
  await readOnce('in use', async () => 'two', z.string());
  await waitFor(async () => expect(await db.unused.get('in use')).toBeUndefined());
  await deleteOldData(db, begin + 20 * day);
  await deleteOldData(db, begin + 31 * day);
  expect(await keys()).toEqual(['in use', 'recent']);
  await deleteOldData(db, begin + 51 * day);
  expect(await keys()).toEqual([]);
  expect(await db.unused.count()).toBe(0);
});

test('receipts stay for a month of the server’s time; those of earlier releases from their next sync on', async () => {
  const db = currentStore();
  await db.receipts.bulkPut([
    receipt('of_last_release', { receivedAt: begin - 400 * day }),
    receipt('of_today', { keptSince: begin }),
    receipt('unconfirmed', { keptSince: begin, confirmedAt: 0 }),
  ]);
  await deleteOldData(db, begin + 20 * day);
  expect(await db.receipts.count()).toBe(3);
  await deleteOldData(db, begin + 31 * day);
  const left = () => db.receipts.toCollection().primaryKeys();
  expect(await left()).toEqual(['of_last_release', 'unconfirmed']);
  await deleteOldData(db, begin + 51 * day);
  expect(await left()).toEqual(['unconfirmed']);
});

test('an edition is kept until its last receipt is deleted', async () => {
  const db = currentStore();
  const edition = { surveyId: 1, number: 1, title: 'S', createdAt: '', questions: [] };
  await db.editions.bulkPut([
    { key: 'one', edition },
    { key: 'other', edition },
  ]);
  await db.receipts.bulkPut([
    receipt('old', { keptSince: begin, asked: 'one' }),
    receipt('older', { keptSince: begin, asked: 'other' }),
    receipt('new', { keptSince: begin + 20 * day, asked: 'one' }),
  ]);
  await deleteOldData(db, begin + 31 * day);
  expect(await db.editions.toCollection().primaryKeys()).toEqual(['one']);
});
