import { expect, test } from 'vitest';

import { describeDistribution } from './distribution-figure.tsx';

/** Ten bands of ten percent, the last of which has one response. */
const bands = (others: number) => [0, 0, 0, 0, 0, others, 0, 0, 0, 1];

test('the verb goes with one response, however many pass', () => {
  const words = (passed: number) => describeDistribution({ bands: bands(0), passed, notScored: 0 });
  expect(words(0)).toBe('0 of 1 response passes, 0.0%');
  expect(words(1)).toBe('1 of 1 response passes, 100.0%');
  expect(describeDistribution({ bands: bands(1), passed: 0, notScored: 0 })).toBe(
    '0 of 2 responses pass, 0.0%',
  );
});

test('a share is not rounded to nothing', () => {
  const figure = { bands: bands(2_499), passed: 1, notScored: 0 };
  expect(describeDistribution(figure)).toBe('1 of 2,500 responses passes, under 0.1%');
});
