import { expect, test } from 'vitest';

import { watchClock } from './page-clock.ts';

const aDay = 86_400_000;

test('goes on from the time before when the clock is set back', () => {
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

test('follows a clock that goes on while the device sleeps', () => {
  let clock = 10 * aDay;
  const { now, setBackBy } = watchClock(
    () => clock,
    () => 0,
  );
  clock += aDay;
  expect([now(), setBackBy()]).toEqual([11 * aDay, 0]);
});
