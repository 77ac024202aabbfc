import { expect, test } from 'vitest';

import { plural } from './plural.ts';

test('only the number one takes the singular', () => {
  expect(plural(1, 'hotel')).toBe('hotel');
  expect([0, 2, 21, 1.5].map((count) => plural(count, 'hotel'))).toEqual(Array(4).fill('hotels'));
  expect(plural(2, 'hotel has', 'hotels have')).toBe('hotels have');
});
