import { expect, test } from 'vitest';

import { canReassign, needsReview, reviewInputSchema } from './review.ts';

const moment = '2026-03-01T09:00:00Z';

test.each([
  [[], null, false],
  [['survey-changed'], null, true],
  [['survey-changed'], moment, false],
] as const)(
  'flagged with %j and reviewed at %s needs review: %s',
  (reasons, reviewedAt, needed) => {
    expect(needsReview({ reviewReasons: [...reasons], reviewedAt })).toBe(needed);
  },
);

test.each([
  [5, ['survey-changed'], false],
  [5, ['hotel-not-assigned'], true],
  [null, ['hotel-deleted'], true],
  [null, ['clock-odd'], true],
] as const)('of hotel %s, flagged with %j, goes to another hotel: %s', (hotelId, reasons, may) => {
  expect(canReassign({ hotelId, reviewReasons: [...reasons] })).toBe(may);
});

test('a decision is one of two, and reassigning names a hotel', () => {
  const accepts = (input: unknown) => reviewInputSchema.safeParse(input).success;
  expect(accepts({ decision: 'accept' })).toBe(true);
  expect(accepts({ decision: 'reassign', hotelId: 3 })).toBe(true);
  expect(accepts({ decision: 'reassign' })).toBe(false);
  expect(accepts({ decision: 'reject' })).toBe(false);
});
