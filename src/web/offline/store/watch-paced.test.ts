import 'fake-indexeddb/auto';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { OfflineDatabase } from './database.ts';
import { watchPaced } from './watch-paced.ts';
import { watchTables } from './watch-tables.ts';

let users = 72_000;
let db: OfflineDatabase;
beforeEach(() => {
  db = new OfflineDatabase((users += 1));
});
afterEach(() => db.delete());

const pause = (ms: number) => new Promise((passed) => setTimeout(passed, ms));
const write = (value: number) => db.cached.put({ key: String(value), value, savedAt: 0 });

test('a hundred changes cause a few reads, and the last change is read', async () => {
  const readAt: number[] = [];
  const told: number[] = [];
  const query = () => {
    readAt.push(performance.now());
    return db.cached.count();
  };
  const stop = watchPaced(100, query, (count) => told.push(count));
  // Opening the database may count as a change, so the first state may be reported twice.
  await expect.poll(() => told.at(-1)).toBe(0);
  for (let at = 1; at <= 100; at += 1) {
    await write(at);
    await pause(1);
  }
  await expect.poll(() => told.at(-1)).toBe(100);
  const rests = readAt.slice(1).map((at, place) => at - (readAt[place] ?? 0));
  expect(rests.length).toBeGreaterThan(1);
  expect(Math.min(...rests)).toBeGreaterThan(95);
  // It goes on after a rest, and ends when it is stopped.
  await pause(150);
  await write(101);
  await expect.poll(() => told.at(-1)).toBe(101);
  stop();
  const before = readAt.length;
  await write(102);
  await pause(150);
  expect([told.at(-1), readAt.length]).toEqual([101, before]);
});

test('each change of a table is reported once, and changes of other tables are not', async () => {
  const other = new OfflineDatabase((users += 1));
  await Promise.all([db.open(), other.open()]);
  const { hasChanged, stop } = watchTables(db, [db.envelopes, db.commands]);
  expect([hasChanged(), hasChanged()]).toEqual([true, false]);
  await write(1);
  await other.envelopes.delete('another-store');
  expect(hasChanged()).toBe(false);
  await db.commands.delete('none');
  expect([hasChanged(), hasChanged()]).toEqual([true, false]);
  stop();
  await db.commands.delete('none');
  expect(hasChanged()).toBe(false);
  await other.delete();
});
