import { expect, test } from 'vitest';

import { distinctNames } from './distinct-names.ts';

test('names that occur more than once have their place behind them', () => {
  expect(distinctNames(['image.jpg', 'The desk', 'image.jpg'])).toEqual([
    'image.jpg, 1 of 2',
    'The desk',
    'image.jpg, 2 of 2',
  ]);
});
