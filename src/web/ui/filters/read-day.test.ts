import { expect, test } from 'vitest';

import { readDay } from './read-day.ts';

test.each(['12 Mar 2026', '12 march 2026', ' 12. Mar. 2026 ', '12.3.2026', '2026-03-12'])(
  'reads a day as people type it: %s',
  (text) => expect(readDay(text)).toBe('2026-03-12'),
);

test.each([
  '',
  '2',
  '12',
  '12 Mar',
  '12 Mar 20',
  '12/3/2026',
  '31 Feb 2026',
  '12 Foo 2026',
  '0 Mar 2026',
])('a day that is half typed, unclear or not there is none: %s', (text) =>
  expect(readDay(text)).toBeNull(),
);
