import { expect, test } from 'vitest';

import { lastOfWeek, mostPoints, periodsOf, rangeBefore, trendStep } from './trend.ts';

test('short ranges are shown by day, a quarter by week, and a year by month', () => {
  const step = (from: string, to: string) => trendStep({ from, to });
  expect(step('2026-05-14', '2026-05-20')).toBe('day');
  expect(step('2026-04-20', '2026-05-20')).toBe('day');
  expect(step('2026-04-19', '2026-05-20')).toBe('week');
  expect(step('2026-02-20', '2026-05-20')).toBe('week');
  expect(step('2026-01-01', '2026-05-20')).toBe('month');
  expect(trendStep({ to: '2026-05-20' })).toBe('month');
});

test('periods touch the range; weeks begin on Monday', () => {
  expect(periodsOf('day', '2026-02-27', '2026-03-01')).toEqual([
    ...['2026-02-27', '2026-02-28', '2026-03-01'],
  ]);
  expect(periodsOf('week', '2026-05-06', '2026-05-20')).toEqual([
    ...['2026-05-04', '2026-05-11', '2026-05-18'],
  ]);
  expect(periodsOf('week', '2026-05-11', '2026-05-17')).toEqual(['2026-05-11']);
  expect(lastOfWeek('2026-05-11')).toBe('2026-05-17');
});

test('a range of any length has so many points at most, the latest; a reversed one has none', () => {
  const days = periodsOf('day', '0001-01-01', '9999-12-31');
  expect(days).toHaveLength(mostPoints);
  expect(days.at(-1)).toBe('9999-12-31');
  expect(periodsOf('week', '0000-01-01', '0000-12-31')).toEqual([]);
  expect(periodsOf('day', '2026-05-02', '2026-05-01')).toEqual([]);
});

test('the range before is as long, and ends where the range begins', () => {
  expect(rangeBefore({ from: '2026-05-14', to: '2026-05-20' })).toEqual({
    from: '2026-05-07',
    to: '2026-05-13',
    days: 7,
  });
  expect(rangeBefore({ from: '2026-05-14' })).toBeUndefined();
  expect(rangeBefore({ from: '2026-05-14', to: '2026-05-13' })).toBeUndefined();
  expect(rangeBefore({ from: '0000-01-01', to: '9999-12-31' })).toBeUndefined();
});
