import 'fake-indexeddb/auto';

import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { waitFor } from '#test/wait-for.ts';

import { OfflineDatabase } from '#web/offline/store/database.ts';
import { deviceDatabase } from '#web/offline/store/device-database.ts';
import { currentStore } from '#web/offline/store/store.ts';
import { deleteStore } from '#web/offline/store/store-mark.ts';
import { storePatience } from '#web/offline/store/store-watch.ts';
import {
  closeOfflineStore,
  copySoon,
  openOfflineStore,
  syncNow,
  syncStatus,
} from './sync-status.ts';

beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await openOfflineStore({ id: 4_001, name: 'Asa Assessor' });
});
afterEach(() => {
  closeOfflineStore();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a closed store does not make a sync fail', async () => {
  currentStore().close();
  expect(await syncNow()).toEqual({
    ...{ synced: 0, failed: 0, left: '', pendingOnServer: null },
    reason: 'There is no connection to Bellwether.',
  });
});

test('a closed store does not make a later copy fail', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  currentStore().close();
  copySoon('offline_1_rosa');
  // An unhandled rejection would make the test run fail.
  await vi.runAllTimersAsync();
  expect(vi.getTimerCount()).toBe(0);
});

test('a store that a script deletes is used again, and reported', async () => {
  const db = currentStore();
  await Dexie.delete(db.name);
  await waitFor(() => expect(syncStatus().wasEmptied).toBe(true));
  await expect(db.marks.get('store')).resolves.toMatchObject({ isEmptied: true });
});

test('a store that a sign-out in another tab deletes is not created again', async () => {
  const db = currentStore();
  await deleteStore(new OfflineDatabase(db.userId));
  await new Promise((done) => setTimeout(done, 700));
  expect(await Dexie.exists(db.name)).toBe(false);
  await expect(db.marks.toArray()).rejects.toThrow('closed');
});

test('a sync that is still running after the sign-out sends no more requests', async () => {
  const health = { product: 'bellwether', status: 'ok', epoch: 'an epoch' };
  const asked: string[] = [];
  const answered = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return answered.promise;
  });
  const run = syncNow();
  await waitFor(() => expect(asked).toContain('/api/health'));
  closeOfflineStore();
  asked.length = 0;
  answered.resolve(Response.json(health));
  await run;
  expect(asked).toEqual([]);
});

test('a page that keeps the device’s own database locked does not prevent a sync', async () => {
  const device = deviceDatabase();
  await device.open();
  const frozen = device.backendDB().transaction('people', 'readwrite').objectStore('people');
  let isHeld = true;
  const hold = () => frozen.get(0).addEventListener('success', () => isHeld && hold());
  hold();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return Promise.reject(new TypeError('Failed to fetch'));
  });
  const opening = openOfflineStore({ id: 4_002, name: 'Bo Assessor' });
  await vi.advanceTimersByTimeAsync(storePatience);
  await waitFor(() => expect(asked).toContain('/api/health'));
  isHeld = false;
  await opening;
});
