import { expect, test } from 'vitest';

import { describeTrend, scaleOf, scoredMonths } from './trend.ts';

const month = (name: string, percent: number | null, isWhole = true) => ({
  month: name,
  isWhole,
  responses: 3,
  percent,
});

test('the finding is the latest month against the one before', () => {
  const told = (...points: ReturnType<typeof month>[]) => describeTrend(scoredMonths(points));
  expect(told()).toBe('Nothing has been scored yet.');
  expect(told(month('2026-03', 80))).toBe('80.0% on average in March.');
  expect(told(month('2026-02', 78.2), month('2026-03', 80))).toBe(
    '80.0% on average in March, up 1.8 points on February.',
  );
  expect(told(month('2026-02', 80), month('2026-03', 78.5))).toMatch(/down 1.5 points/);
  expect(told(month('2026-02', 80), month('2026-03', 80))).toMatch(/as in February/);
  expect(told(month('2026-02', 80), month('2026-03', null))).toMatch(/in February\.$/);
});

test('a month that is cut is compared with none', () => {
  const told = (...points: ReturnType<typeof month>[]) => describeTrend(scoredMonths(points));
  const [cut, whole, latest] = [
    month('2026-01', 60, false),
    month('2026-02', 80),
    month('2026-03', 70, false),
  ];
  expect(told(cut, whole, month('2026-03', 78), latest)).toBe(
    '78.0% on average in March, down 2 points on February.',
  );
  expect(told(cut, whole, latest)).toBe('80.0% on average in February.');
  expect(told(cut, latest)).toBe('70.0% on average in a part of March.');
});

test('the scale begins below the lowest score', () => {
  const scaled = (percent: number) =>
    scaleOf([{ month: '2026-03', isWhole: true, responses: 1, percent }]);
  expect(scaled(95).lines).toEqual([60, 80, 100]);
  expect(scaled(41).lines).toEqual([40, 60, 80, 100]);
  expect(scaled(0).lowest).toBe(0);
});
