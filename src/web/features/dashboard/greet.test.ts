import { expect, test } from 'vitest';

import { greet } from './greet.ts';

test.each([
  [0, 'Hello, Ada'],
  [4, 'Hello, Ada'],
  [5, 'Good morning, Ada'],
  [12, 'Good afternoon, Ada'],
  [18, 'Good evening, Ada'],
  [23, 'Good evening, Ada'],
])('at %i: %s', (hour, words) => {
  expect(greet('Ada Admin', hour)).toBe(words);
});

test('without a name', () => {
  expect(greet('', 9)).toBe('Good morning');
});
