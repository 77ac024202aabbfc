import { expect, test } from 'vitest';

import { openActionsInWords, weekdaysAfter } from './due.ts';

test.each([
  ['2026-03-02', 1, '2026-03-03', 'Monday'],
  ['2026-03-06', 1, '2026-03-09', 'over a weekend'],
  ['2026-03-07', 1, '2026-03-09', 'from a Saturday'],
  ['2026-03-08', 1, '2026-03-09', 'from a Sunday'],
  ['2026-03-05', 3, '2026-03-10', 'three weekdays'],
  ['2026-03-02', 14, '2026-03-20', 'fourteen weekdays'],
  ['2026-12-31', 3, '2027-01-05', 'over the end of a year, with the holiday'],
  ['2027-12-31', 14, '2028-01-20', 'from the last Friday of a year'],
  ['2028-02-28', 2, '2028-03-01', 'over a leap day'],
  ['2026-02-27', 1, '2026-03-02', 'over the end of a February'],
])('%s and %i weekdays is %s: %s', (day, weekdays, due) => {
  expect(weekdaysAfter(day, weekdays)).toBe(due);
});

test('five weekdays later is the same day of the next week, through two years', () => {
  for (let day = Date.UTC(2026, 0, 1); day < Date.UTC(2028, 0, 1); day += 86_400_000) {
    const date = new Date(day);
    if (date.getUTCDay() % 6 === 0) continue;
    const later = new Date(day + 7 * 86_400_000).toISOString().slice(0, 10);
    expect(weekdaysAfter(date.toISOString().slice(0, 10), 5)).toBe(later);
  }
});

test.each([
  [
    { open: 3, overdue: 2, critical: 1, criticalOverdue: 1 },
    '3 actions open, 1 critical and overdue',
  ],
  [{ open: 3, overdue: 2, critical: 1, criticalOverdue: 0 }, '3 actions open, 2 overdue'],
  [{ open: 2, overdue: 0, critical: 1, criticalOverdue: 0 }, '2 actions open, 1 critical'],
  [{ open: 1, overdue: 0, critical: 0, criticalOverdue: 0 }, '1 action open'],
])('%j is said as %s', (counts, words) => {
  expect(openActionsInWords(counts)).toBe(words);
});
