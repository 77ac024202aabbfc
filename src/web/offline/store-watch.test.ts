import 'fake-indexeddb/auto';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { OfflineDatabase } from './database.ts';
import { storeState } from './store-state.ts';
import { openInTime, storePatience } from './store-watch.ts';

let users = 7_000;
let db: OfflineDatabase;
let other: IDBDatabase | undefined;
beforeEach(async () => {
  db = new OfflineDatabase((users += 1));
  await db.open();
  // The store itself works with other timers.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  other?.close();
  db.close();
  storeState.set(false);
});

/**
 * Holds the store, like a page that was frozen in the middle of a write. Returns a function that
 * ends that.
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

test('a call that the store does not begin fails in time, and says so until the store answers', async () => {
  const letGo = await holdStore();
  const put = db.cached.put({ key: 'k', value: 1, savedAt: 1 }).catch((error: unknown) => error);
  await expectPatience();
  expect(await put).toBeInstanceOf(Error);
  letGo();
  await vi.waitFor(async () => expect(await db.cached.count()).toBe(0));
  expect(storeState.isStuck).toBe(false);
});

test('a store that does not open fails in time as well', async () => {
  db.close();
  const never = {
    open: () => new Promise<never>((_, reject) => (fail = reject)),
    close: () => fail(new Error('closed')),
  };
  let fail: (error: Error) => void = () => undefined;
  const opened = openInTime(never).catch((error: unknown) => error);
  await expectPatience();
  expect(await opened).toEqual(new Error('closed'));
});

/** Expects that the store is given up when the patience with it ends, and not before. */
async function expectPatience() {
  await vi.advanceTimersByTimeAsync(storePatience - 1);
  expect(storeState.isStuck).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(storeState.isStuck).toBe(true);
}
