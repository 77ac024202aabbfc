import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { paced } from './paced.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('passes on the first value at once, then the last of each interval, and none twice', () => {
  const told: number[] = [];
  const tell = paced(250, (value: number) => told.push(value));
  for (const value of [1, 2, 3]) tell(value);
  expect(told).toEqual([1]);
  vi.advanceTimersByTime(250);
  expect(told).toEqual([1, 3]);
  vi.advanceTimersByTime(10_000);
  expect(told).toEqual([1, 3]);
  tell(4);
  expect(told).toEqual([1, 3, 4]);
});
