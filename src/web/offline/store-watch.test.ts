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
});
afterEach(() => {
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
  const begun = Date.now();
  await expect(db.cached.put({ key: 'k', value: 1, savedAt: 1 })).rejects.toMatchObject({
    name: expect.any(String),
  });
  expect(Date.now() - begun).toBeLessThan(storePatience + 4_000);
  expect(storeState.isStuck).toBe(true);
  letGo();
  await vi.waitFor(async () => expect(await db.cached.count()).toBe(0));
  expect(storeState.isStuck).toBe(false);
}, 20_000);

test('a store that does not open fails in time as well', async () => {
  db.close();
  const never = {
    open: () => new Promise<never>((_, reject) => (fail = reject)),
    close: () => fail(new Error('closed')),
  };
  let fail: (error: Error) => void = () => undefined;
  await expect(openInTime(never)).rejects.toThrow('closed');
  expect(storeState.isStuck).toBe(true);
}, 20_000);
