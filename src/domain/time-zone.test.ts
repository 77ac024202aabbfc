import { expect, test } from 'vitest';

import { daysIn, isTimeZone, monthsBetween } from './time-zone.ts';

const beginIn = (timeZone: string, day: string, daysLater?: number) =>
  new Date(daysIn(timeZone).beginOf(day, daysLater)).toISOString();

test('a day begins at its midnight, or where clocks skip that, right after', () => {
  expect(beginIn('UTC', '2026-03-31')).toBe('2026-03-31T00:00:00.000Z');
  expect(beginIn('Pacific/Auckland', '2026-03-31')).toBe('2026-03-30T11:00:00.000Z');
  expect(beginIn('America/St_Johns', '2026-07-01')).toBe('2026-07-01T02:30:00.000Z');
  expect(beginIn('Europe/Berlin', '2026-03-28', 1)).toBe('2026-03-28T23:00:00.000Z');
  expect(beginIn('Europe/Berlin', '2026-03-28', 2)).toBe('2026-03-29T22:00:00.000Z');
  // Clocks go from 24:00 to 01:00, so there is no midnight.
  expect(beginIn('Africa/Cairo', '2026-04-24')).toBe('2026-04-23T22:00:00.000Z');
  // Clocks go back from 24:00 to 23:00 (Cairo) and from 01:00 to 00:00 (Havana). Havana's day has
  // 00:00 twice.
  expect(beginIn('Africa/Cairo', '2026-10-30')).toBe('2026-10-29T22:00:00.000Z');
  expect(beginIn('America/Havana', '2026-11-01')).toBe('2026-11-01T04:00:00.000Z');
  // A day that Samoa skipped begins when the next one does.
  expect(beginIn('Pacific/Apia', '2011-12-30')).toBe(beginIn('Pacific/Apia', '2011-12-31'));
});

test('a moment is on the day that clocks there show', () => {
  const moment = Date.parse('2026-03-31T11:30:00Z');
  expect(daysIn('Pacific/Auckland').dayOf(moment)).toBe('2026-04-01');
  expect(daysIn('UTC').dayOf(moment)).toBe('2026-03-31');
  expect(daysIn('Pacific/Pago_Pago').dayOf(moment - 3_600_000)).toBe('2026-03-30');
});

test('a moment reads as clocks there show it', () => {
  const moment = Date.parse('2026-03-31T11:30:00Z');
  expect(daysIn('UTC').isoOf(moment)).toBe('2026-03-31T11:30:00.000Z');
  expect(daysIn('America/St_Johns').isoOf(moment)).toBe('2026-03-31T09:00:00.000-02:30');
  expect(daysIn('Pacific/Auckland').isoOf(moment)).toBe('2026-04-01T00:30:00.000+13:00');
});

test('months begin on their first day there', () => {
  const [first, last] = [Date.parse('2025-11-30T12:00:00Z'), Date.parse('2026-01-31T11:30:00Z')];
  const months = monthsBetween('Pacific/Auckland', first, last);
  expect(months.map(({ month }) => month)).toEqual(['2025-12', '2026-01', '2026-02', '2026-03']);
  expect(months[2]?.begin).toBe(Date.parse('2026-01-31T11:00:00Z'));
  expect(monthsBetween('UTC', first, last).map(({ month }) => month)).toEqual([
    '2025-11',
    '2025-12',
    '2026-01',
    '2026-02',
  ]);
});

test('only names of time zones are accepted', () => {
  expect(['UTC', 'Europe/Berlin', 'Asia/Calcutta', 'Etc/GMT+5'].every(isTimeZone)).toBe(true);
  expect(['', 'Mars/Olympus', 'Europe/Berlin; drop', '\u0000'].some(isTimeZone)).toBe(false);
});
