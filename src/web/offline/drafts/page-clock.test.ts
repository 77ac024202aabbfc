import { expect, test } from 'vitest';

import { watchClock } from './page-clock.ts';

const aDay = 86_400_000;

test('continues from the earlier time when the clock is set back', () => {
  let [clock, steady] = [10 * aDay, 0];
  const { now, setBackBy } = watchClock(
    () => clock,
    () => steady,
  );
  const pass = (milliseconds: number) => {
    clock += milliseconds;
    steady += milliseconds;
  };
  pass(1_000);
  expect(now()).toBe(10 * aDay + 1_000);
  clock -= aDay;
  pass(1_000);
  expect(now()).toBe(10 * aDay + 2_000);
  pass(1_000);
  expect(now()).toBe(10 * aDay + 3_000);
  // Set back once more.
  clock -= aDay;
  expect(now()).toBe(10 * aDay + 3_000);
  expect(setBackBy()).toBe(2 * aDay);
});

test('follows the clock after the device has slept', () => {
  let clock = 10 * aDay;
  const { now, setBackBy } = watchClock(
    () => clock,
    () => 0,
  );
  clock += aDay;
  expect([now(), setBackBy()]).toEqual([11 * aDay, 0]);
});

test('continues from the interview’s latest time when the clock was set back while no page was open', () => {
  let clock = 10 * aDay;
  const { now, setBackBy, goOnFrom } = watchClock(
    () => clock,
    () => 0,
  );
  const before = { updatedAt: clock, answeredAt: {}, remarkedAt: {} };
  goOnFrom({ ...before, answeredAt: { 1: 11 * aDay, 2: 5 } });
  expect([now(), setBackBy()]).toEqual([11 * aDay, aDay]);
  goOnFrom({ ...before, remarkedAt: { 1: 12 * aDay } });
  expect([now(), setBackBy()]).toEqual([12 * aDay, 2 * aDay]);
  goOnFrom({ updatedAt: 13 * aDay, answeredAt: {} });
  expect([now(), setBackBy()]).toEqual([13 * aDay, 3 * aDay]);
  // Set back once more while the page is open.
  clock -= aDay;
  expect(now()).toBe(13 * aDay);
  // A small difference is none, and an interview that began after the clock was set back has its time.
  goOnFrom({ ...before, updatedAt: clock + 60_000 });
  expect([now(), setBackBy()]).toEqual([clock, 0]);
});
