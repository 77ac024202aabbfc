import 'fake-indexeddb/auto';

import { Dexie } from 'dexie';
import { afterEach, expect, test, vi } from 'vitest';

import { currentUser } from '#web/lib/current-user.ts';
import { waitFor } from '#test/wait-for.ts';
import { OfflineDatabase } from '#web/offline/store/database.ts';
import { deviceDatabase } from '#web/offline/store/device-database.ts';
import { finishLeaving, leaveDevice, noteReturn } from './leave-device.ts';

const ana = {
  ...{ id: 31, name: 'Ana Ruiz', email: 'ana@hotel.example', mustChangePassword: false },
  role: { id: 1, name: 'Admin' as const, permissions: [] },
};
const storeName = new OfflineDatabase(ana.id).name;

/** Signs Ana in and stores a reading for her. */
async function signedIn() {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  currentUser.set(ana);
  const db = new OfflineDatabase(ana.id);
  await db.cached.put({ key: 'hotels', value: ['Zanzibar Palace'], savedAt: 1 });
  db.close();
}

afterEach(async () => {
  vi.unstubAllGlobals();
  currentUser.set(null);
  localStorage.clear();
  await Dexie.delete(storeName);
  await deviceDatabase().people.clear();
});

test('Logout signs the person out at once, however slow the store is', async () => {
  await signedIn();
  const left = leaveDevice(ana, 'remove');
  expect(currentUser.get()).toBeNull();
  await left;
  expect(await Dexie.exists(storeName)).toBe(false);
});

test('when the page ended at once, the next start does the rest of the sign-out', async () => {
  await signedIn();
  const note = await new Promise<string | null>((resolve) => {
    void leaveDevice(ana, 'remove');
    resolve(localStorage.getItem('bellwether_leaving'));
  });
  await waitFor(async () => expect(await Dexie.exists(storeName)).toBe(false));
  await signedIn();
  localStorage.setItem('bellwether_leaving', note!);
  await finishLeaving();
  expect(await Dexie.exists(storeName)).toBe(false);
  expect(localStorage.getItem('bellwether_leaving')).toBeNull();
});

test('signing in again cancels the rest of the sign-out', async () => {
  await signedIn();
  localStorage.setItem(
    'bellwether_leaving',
    JSON.stringify({ userId: ana.id, initials: 'A. R.', leaving: 'remove' }),
  );
  await noteReturn(ana.id);
  await finishLeaving();
  expect(await Dexie.exists(storeName)).toBe(true);
});
