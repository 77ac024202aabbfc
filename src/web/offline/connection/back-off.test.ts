import fc from 'fast-check';
import { expect, test } from 'vitest';

import { backOff } from './back-off.ts';

test('the pause doubles from two seconds to five minutes, and is between half and all of that', () => {
  expect([1, 2, 3].map((attempts) => backOff(attempts, 1))).toEqual([2_000, 4_000, 8_000]);
  expect(backOff(1, 0)).toBe(1_000);
  expect(backOff(5_000, 1)).toBe(300_000);
});

test('the pause is at least as long as the server asked, up to a limit', () => {
  fc.assert(
    fc.property(
      fc.nat(100),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.nat(),
      (n, random, asked) => {
        const wait = backOff(n + 1, random, asked);
        expect(wait).toBeGreaterThanOrEqual(Math.min(asked, 3_600_000) + 1_000);
        expect(wait).toBeLessThanOrEqual(3_600_000 + 300_000);
      },
    ),
  );
});
