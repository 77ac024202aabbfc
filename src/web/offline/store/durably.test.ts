import 'fake-indexeddb/auto';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { OfflineDatabase } from './database.ts';
import { durably, keepBallast } from './durably.ts';

let users = 0;
let db: OfflineDatabase;
beforeEach(() => {
  db = new OfflineDatabase((users += 1));
});
afterEach(() => db.close());

const note = { key: 'k', value: 1, savedAt: 0 };

/** Returns a write that first fails with each of these errors. */
function failing(...names: string[]) {
  return async () => {
    const name = names.shift();
    if (name) throw new DOMException('No', name);
    return db.cached.put(note);
  };
}

test.each(['UnknownError', 'InvalidStateError'])('opens the store again after %s', async (name) => {
  await durably(db, failing(name));
  expect(await db.cached.count()).toBe(1);
});

test('writes again when the browser had closed the store', async () => {
  await db.open();
  db.close();
  await durably(db, () => db.cached.put(note));
  expect(await db.cached.get('k')).toEqual(note);
});

test('deletes the ballast when the device is full, so that the write fits', async () => {
  await keepBallast(db);
  expect((await db.ballast.get('ballast'))?.bytes.byteLength).toBe(512 * 1024);
  await durably(db, failing('QuotaExceededError', 'QuotaExceededError'));
  expect(await db.ballast.count()).toBe(0);
  expect(await db.cached.count()).toBe(1);
});

test('keeps the ballast when the second try succeeds', async () => {
  await keepBallast(db);
  await durably(db, failing('QuotaExceededError'));
  expect([await db.ballast.count(), await db.cached.count()]).toEqual([1, 1]);
});

test('tries an answer again after three refusals, and a photo only after two', async () => {
  const refusals = ['QuotaExceededError', 'QuotaExceededError', 'QuotaExceededError'];
  await expect(durably(db, failing(...refusals), { fileOf: 100 })).rejects.toThrow('No');
  await durably(db, failing(...refusals));
  expect(await db.cached.count()).toBe(1);
});

test.each([
  ['InvalidStateError', 'QuotaExceededError'],
  ['QuotaExceededError', 'InvalidStateError'],
])(
  'writes successfully after %s and %s, the errors of Firefox on a full device',
  async (...names) => {
    await keepBallast(db);
    await durably(db, failing(...names));
    expect(await db.cached.count()).toBe(1);
  },
);

test('throws when four tries fail, and when the write itself is wrong', async () => {
  const full = failing(...Array.from({ length: 4 }, () => 'QuotaExceededError'));
  await expect(durably(db, full)).rejects.toThrow('No');
  await expect(durably(db, failing('DataError'))).rejects.toThrow('No');
  expect(await db.cached.count()).toBe(0);
});
