import 'fake-indexeddb/auto';

import { Dexie, liveQuery } from 'dexie';
import { afterEach, expect, test, vi } from 'vitest';

import { currentUser } from '#web/lib/current-user.ts';
import { waitFor } from '#test/wait-for.ts';
import { OfflineDatabase } from '#web/offline/store/database.ts';
import { deviceDatabase } from '#web/offline/store/device-database.ts';
import type { Envelope } from '#web/offline/store/records.ts';
import { dropAllOf } from './fetch-sealed.ts';
import { countWaiting, finishLeaving, leaveDevice, noteReturn } from './leave-device.ts';

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
  vi.restoreAllMocks();
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

test('somebody who counts what waits does not create the store again that a sign-out deletes', async () => {
  await signedIn();
  vi.stubGlobal('navigator', { locks: oneLock() });
  const exists = Dexie.exists.bind(Dexie);
  let left: Promise<void> | undefined;
  vi.spyOn(Dexie, 'exists').mockImplementationOnce(async (name) => {
    const isThere = await exists(name);
    left = leaveDevice(ana, 'remove');
    await new Promise((passed) => setTimeout(passed, 300));
    return isThere;
  });
  await countWaiting(ana.id);
  await left;
  expect(await exists(storeName)).toBe(false);
});

test('a live query notices what changes in the store of somebody who is not signed in', async () => {
  await signedIn();
  vi.stubGlobal('navigator', { locks: oneLock() });
  const counts: number[] = [];
  const query = liveQuery(() => countWaiting(ana.id));
  const subscription = query.subscribe(({ finished }) => counts.push(finished));
  await waitFor(() => expect(counts).toEqual([0]));
  const db = new OfflineDatabase(ana.id);
  await db.envelopes.put({ clientId: 'offline_1' } as Envelope);
  await waitFor(() => expect(counts).toEqual([0, 1]));
  subscription.unsubscribe();
  db.close();
});

test.each([
  { who: 'a sign-out', end: () => leaveDevice(ana, 'remove') },
  { who: 'an Admin who removes what is left', end: () => dropAllOf(ana.id) },
])('$who deletes the store only after somebody has read it', async ({ end }) => {
  await signedIn();
  vi.stubGlobal('navigator', { locks: oneLock() });
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const release = await holdEnvelopes();
  const counting = countWaiting(ana.id);
  let isOver = false;
  const ended = end().then(() => (isOver = true));
  // A deletion that does not wait begins within this time, and the browser says that it was blocked.
  await new Promise((passed) => setTimeout(passed, 300));
  expect(isOver).toBe(false);
  release();
  expect(await counting).toMatchObject({ finished: 0 });
  await ended;
  expect(await Dexie.exists(storeName)).toBe(false);
  expect(warn).not.toHaveBeenCalled();
});

/** Makes readers of the store wait, like a slow device. Returns a function that lets them go on. */
async function holdEnvelopes(): Promise<() => void> {
  const holder = new Dexie(storeName);
  await holder.open();
  const transaction = holder.backendDB().transaction('envelopes', 'readwrite');
  let isHeld = true;
  const hold = () => {
    const request = transaction.objectStore('envelopes').count();
    request.addEventListener('success', () => isHeld && hold());
  };
  hold();
  return () => {
    isHeld = false;
    holder.close();
  };
}

/** A browser gives a lock in a task of its own, which is in no live query. */
const laterTask = () =>
  new Promise<void>((passed) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      passed();
    });
    port1.start();
    setTimeout(() => port2.postMessage(null));
  });

/** Stands in for Web Locks, which jsdom lacks, with one lock for all names. Requests get it in turn. */
function oneLock() {
  let alone: Promise<unknown> = Promise.resolve();
  let shared: Promise<unknown>[] = [];
  return {
    query: () => Promise.resolve({ held: [] }),
    request: (_: string, { mode }: { mode: LockMode }, act: (lock: object) => Promise<unknown>) => {
      const earlier = mode === 'shared' ? alone : Promise.all([alone, ...shared]);
      const call = earlier.then(laterTask).then(() => act({}));
      const over = call.catch(() => undefined);
      if (mode === 'shared') shared.push(over);
      else [alone, shared] = [over, []];
      return call;
    },
  };
}
