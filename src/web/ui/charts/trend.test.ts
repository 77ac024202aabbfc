import { expect, test } from 'vitest';

import {
  axisOf,
  countedPeriod,
  describeTrend,
  pointsOf,
  scaleOf,
  scoredMonths,
  trendFigures,
} from './trend.ts';

const month = (name: string, percent: number | null, isWhole = true) => ({
  month: name,
  isWhole,
  isRunning: false,
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
    '78.0% on average in March, down 2.0 points on February.',
  );
  expect(told(cut, whole, latest)).toBe('80.0% on average in February.');
  expect(told(cut, latest)).toBe('70.0% on average in a part of March.');
});

test('the scale begins below the lowest score', () => {
  const scaled = (percent: number) => scaleOf(scoredMonths([month('2026-03', percent)]), 80);
  expect(scaled(95).lines).toEqual([60, 80, 100]);
  expect(scaled(41).lines).toEqual([40, 60, 80, 100]);
  expect(scaled(0).lowest).toBe(0);
});

test('the scale holds the pass line, and no other line next to it', () => {
  const linesAt = (line: number) => scaleOf(scoredMonths([month('2026-03', 95)]), line).lines;
  expect(linesAt(70)).toEqual([60, 70, 80, 100]);
  expect(linesAt(75)).toEqual([60, 75, 100]);
  expect(linesAt(100)).toEqual([60, 80, 100]);
  expect(linesAt(50)).toEqual([40, 50, 60, 80, 100]);
});

const day = (from: string, percent: number | null, responses = 5, isRunning = false) => ({
  ...{ from, percent, responses, isRunning },
  isWhole: !isRunning,
});

test('days of few interviews, and the running one, are compared with none', () => {
  const told = (...points: ReturnType<typeof day>[]) => describeTrend(pointsOf('day', { points }));
  expect(told(day('2026-03-10', 80), day('2026-03-11', 82))).toBe(
    '82.0% on average on Mar 11, up 2.0 points on Mar 10.',
  );
  expect(
    told(
      day('2026-03-10', 80),
      day('2026-03-11', 40, 2),
      day('2026-03-12', null, 0),
      day('2026-03-13', 90, 8, true),
    ),
  ).toBe('80.0% on average on Mar 10.');
  expect(told(day('2026-03-13', 90, 8, true))).toBe('90.0% on average in a part of Mar 13.');
  expect(told(day('2026-03-12', null, 0))).toBe('Nothing has been scored yet.');
  const weeks = pointsOf('week', { points: [day('2026-03-09', 80), day('2026-03-16', 80)] });
  expect(describeTrend(weeks)).toBe(
    '80.0% on average in the week of Mar 16, as in the week of Mar 9.',
  );
});

test('days begin with the first that is scored, and those without interviews keep their place', () => {
  const points = [day('2026-03-09', null, 0), day('2026-03-10', 80), day('2026-03-11', null, 0)];
  const shown = pointsOf('day', { points });
  expect(shown.map(({ period }) => period)).toEqual(['2026-03-10', '2026-03-11']);
  const link = () => 'a link';
  expect(trendFigures(shown, link).rows.map((row) => row.link !== undefined)).toEqual([
    ...[true, false],
  ]);
});

test('the axis names each year and month once, and says what is so far', () => {
  const below = (...points: Parameters<typeof axisOf>[0]) => axisOf(points).map((one) => one.below);
  const months = scoredMonths([
    month('2025-11', 80),
    month('2025-12', 80),
    month('2026-01', 80),
    { ...month('2026-02', 80, false), isRunning: true },
  ]);
  expect(below(...months)).toEqual(['2025', '', '2026', 'so far']);
  const days = ['2025-12-30', '2025-12-31', '2026-01-01'].map((one) => day(one, 80));
  // A label that would overlap the next one is left out.
  expect(below(...pointsOf('day', { points: days }))).toEqual(['', '', 'Jan 2026']);
  const more = [day('2025-12-29', 80), ...days];
  expect(below(...pointsOf('day', { points: more }))).toEqual(['Dec 2025', '', '', 'Jan 2026']);
  expect(below(...months.slice(1))).toEqual(['', '2026', 'so far']);
  expect(axisOf(pointsOf('day', { points: days })).map((one) => one.label)).toEqual([
    ...['30', '31', '1'],
  ]);
});

test('a period says whether it is a part, or so far', () => {
  const [cut, running] = scoredMonths([
    month('2026-02', 80, false),
    { ...month('2026-03', 80, false), isRunning: true },
  ]);
  expect(countedPeriod(cut!)).toBe('Part of February 2026');
  expect(countedPeriod(running!)).toBe('March 2026 so far');
  const [week] = pointsOf('week', { points: [day('2026-03-09', 80)] });
  expect(countedPeriod(week!)).toBe('Week of Mar 9, 2026');
  expect(countedPeriod({ ...week!, isWhole: false })).toBe('Part of week of Mar 9, 2026');
});
