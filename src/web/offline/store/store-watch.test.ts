import 'fake-indexeddb/auto';

import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { waitFor } from '#test/wait-for.ts';

import { OfflineDatabase } from './database.ts';
import { storeState } from './store-state.ts';
import { openInTime, storePatience } from './store-watch.ts';

let users = 7_000;
let db: OfflineDatabase;
let other: IDBDatabase | undefined;
beforeEach(async () => {
  db = new OfflineDatabase((users += 1));
  await db.open();
  // Fake only these timers, because the store itself uses others.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  other?.close();
  db.close();
  storeState.set(false);
});

/**
 * Holds the store, like a page that was frozen in the middle of a write. Returns a function that releases it.
 */
async function holdStore(): Promise<() => void> {
  const opening = indexedDB.open(db.name);
  await new Promise((done) => opening.addEventListener('success', done));
  other = opening.result;
  const transaction = other.transaction('cached', 'readwrite');
  let isHeld = true;
  const hold = () => {
    const request = transaction.objectStore('cached').get('nothing');
    request.addEventListener('success', () => isHeld && hold());
  };
  hold();
  return () => {
    isHeld = false;
  };
}

test('a call that the store does not start fails after a while, with a message until the store answers', async () => {
  const deleteOldData = await holdStore();
  const put = db.cached.put({ key: 'k', value: 1, savedAt: 1 }).catch((error: unknown) => error);
  await expectPatience();
  expect(await put).toBeInstanceOf(Error);
  deleteOldData();
  await waitFor(async () => expect(await db.cached.count()).toBe(0));
  expect(storeState.isStuck).toBe(false);
});

test('a store that opens late is opened once, and the message disappears', async () => {
  db = await blockedStore();
  const opened = openInTime(db).catch((error: unknown) => error);
  const read = db.cached.count().catch((error: unknown) => error);
  await expectPatience();
  expect(await opened).toBeInstanceOf(Error);
  expect(await read).toBeInstanceOf(Error);

  other?.close();
  await waitFor(() => expect(storeState.isStuck).toBe(false));
  expect(await db.cached.count()).toBe(0);
  db.close();
  const [, wasBlocked] = await answerTo(indexedDB.deleteDatabase(db.name));
  expect(wasBlocked, 'by a connection that nobody uses').toBe(false);
});

test('a read while the browser upgrades a late store fails, and does not make Dexie open it once more', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  db = await blockedStore();
  const open = indexedDB.open.bind(indexedDB);
  let read: Promise<unknown> | undefined;
  const opens = vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
    const request = open(name, version);
    // After Dexie's own listener has noted the connection.
    const readNow = () => (read ??= db.cached.count().catch((error: unknown) => error));
    request.addEventListener('upgradeneeded', () => queueMicrotask(() => void readNow()));
    return request;
  });
  const opened = openInTime(db).catch((error: unknown) => error);
  await expectPatience();
  await opened;
  other?.close();
  await waitFor(() => expect(storeState.isStuck).toBe(false));
  expect(await read).toBeInstanceOf(Dexie.DatabaseClosedError);
  expect(await db.cached.count()).toBe(0);
  expect(warn).not.toHaveBeenCalledWith('Dexie: Need to reopen db');
  expect(opens, 'late, asked whether it is open, and anew').toHaveBeenCalledTimes(3);
});

test('a store that is no longer needed when it opens stays closed', async () => {
  db = await blockedStore();
  const opened = openInTime(db, () => !db.isLeft).catch((error: unknown) => error);
  await expectPatience();
  await opened;
  db.leave();
  other?.close();
  await waitFor(() => expect(storeState.isStuck).toBe(false));
  expect(db.isOpen()).toBe(false);
  const [, wasBlocked] = await answerTo(indexedDB.deleteDatabase(db.name));
  expect(wasBlocked).toBe(false);
});

/**
 * Returns a store that the browser does not open, because a tab of an earlier release holds an older
 * version of it.
 */
async function blockedStore(): Promise<OfflineDatabase> {
  // Dexie warns about that on the console.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const blocked = new OfflineDatabase((users += 1));
  [other] = await answerTo(indexedDB.open(blocked.name, 10));
  return blocked;
}

/** Waits for a request. Returns its result, and whether another connection blocked it. */
async function answerTo(request: IDBOpenDBRequest): Promise<[IDBDatabase, boolean]> {
  let wasBlocked = false;
  request.addEventListener('blocked', () => (wasBlocked = true));
  await new Promise((done) => request.addEventListener('success', done));
  return [request.result, wasBlocked];
}

/** Expects that the store counts as stuck after {@link storePatience}, and not before. */
async function expectPatience() {
  await vi.advanceTimersByTimeAsync(storePatience - 1);
  expect(storeState.isStuck).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(storeState.isStuck).toBe(true);
}
