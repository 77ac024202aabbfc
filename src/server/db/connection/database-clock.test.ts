import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestApp, type TestApp } from '#test/test-app.ts';
import { keepDatabaseClock } from './database-clock.ts';

/*
 * The tests' database is on this machine, so the database's clock is `Date.now`. `own` is the clock of a machine that
 * is `ahead` of it.
 */
let server: TestApp;
let ahead: number;
let said: string[];
beforeAll(async () => void (server = await openTestApp()));
afterAll(() => server.close());

const start = (by: number) => {
  ahead = by;
  said = [];
  return keepDatabaseClock(
    server.db,
    (line) => said.push(line),
    () => Date.now() + ahead,
  );
};

test.each([
  [300_000, '300 s ahead of'],
  [-300_000, '300 s behind'],
])('a machine whose clock differs by %i ms uses the time of the database', async (by, words) => {
  const { now } = await start(by);
  expect(Math.abs(now() - Date.now())).toBeLessThan(30_000);
  expect(said).toEqual([
    `This machine's clock is ${words} the database's. The server uses the database's.`,
  ]);
});

test('a clock that is right is left as it is', async () => {
  let at = 0;
  const { now, measure } = await keepDatabaseClock(
    server.db,
    (line) => said.push(line),
    () => (at = Date.now()),
  );
  await measure();
  expect(now()).toBe(at);
});

test('a clock that somebody sets while the server runs is noticed, and reported once', async () => {
  const { now, measure } = await start(0);
  ahead = 3_600_000;
  for (let n = 0; n < 2; n += 1) await measure();
  expect(Math.abs(now() - Date.now())).toBeLessThan(30_000);
  ahead = 0;
  await measure();
  expect(Math.abs(now() - Date.now())).toBeLessThan(30_000);
  expect(said).toEqual([
    expect.stringContaining('3600 s ahead'),
    expect.stringContaining('agrees'),
  ]);
});
