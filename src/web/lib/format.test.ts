import { expect, test } from 'vitest';

import { formatAgo, formatDay, formatDuration, formatPercent, roundPoints } from './format.ts';

test('durations read as "8m 32s"', () => {
  expect(formatDuration(512)).toBe('8m 32s');
  expect(formatDuration(45)).toBe('45s');
  expect(formatDuration(3_900)).toBe('1h 05m');
  expect(formatDuration(59.7)).toBe('1m 0s');
  expect(formatDuration(0.016)).toBe('<1s');
  expect(formatDuration(null)).toBe('–');
});

test('percents have one decimal, and nothing is no zero', () => {
  expect(formatPercent(80)).toBe('80.0%');
  expect(formatPercent(66.7)).toBe('66.7%');
  expect(formatPercent(0)).toBe('0.0%');
  expect(formatPercent(null)).toBe('–');
});

test('a calendar day is the same day in every time zone', () => {
  expect(formatDay('2026-03-31')).toBe('Mar 31, 2026');
  expect(formatDay('2026-01-01')).toBe('Jan 1, 2026');
});

test('what was is told from now, and past a week by its date', () => {
  const now = Date.parse('2026-03-31T12:00:00Z');
  expect(formatAgo('2026-03-31T11:55:00Z', now)).toBe('5 minutes ago');
  expect(formatAgo('2026-03-30T12:00:00Z', now)).toBe('yesterday');
  expect(formatAgo('2026-03-10T12:00:00Z', now)).toBe('Mar 10, 2026');
});

test('mean points below the maximum are not rounded up to it', () => {
  expect(roundPoints({ score: 3.96, maximum: 4 })).toBe(3.9);
  expect(roundPoints({ score: 4, maximum: 4 })).toBe(4);
  expect(roundPoints({ score: 2.25, maximum: 4 })).toBe(2.3);
  expect(roundPoints({ score: 3.32, maximum: 3.34 })).toBe(3.2);
});
