import { expect, test } from 'vitest';

import { resultsSummarySchema } from '#domain/results/results.ts';
import {
  changeOf,
  changeOfCount,
  changeOfDuration,
  comparable,
  filterBefore,
  nameOfBefore,
} from './compare-ranges.ts';

const nothing = {
  ...{ passed: 0, needsReview: 0, notScored: 0, averageScore: null, completionRate: null },
  ...{ medianDuration: null, categories: [], trend: [] },
};

test('a range is compared with as many days before it, under the same filter', () => {
  const filter = { from: '2026-05-01', to: '2026-05-30', hotelId: 7, timeZone: 'UTC' };
  expect(filterBefore(filter)).toEqual({ ...filter, from: '2026-04-01', to: '2026-04-30' });
  expect(nameOfBefore(filter)).toMatch(/^the 30 days before, .*Apr.* to .*Apr/);
  expect(nameOfBefore({ from: '2026-05-01', to: '2026-05-01' })).toMatch(/^the day before/);
  expect(filterBefore({ to: '2026-05-30' })).toBeUndefined();
});

test('a range of fewer than five responses is nothing to compare with', () => {
  const summary = (responses: number) => resultsSummarySchema.parse({ ...nothing, responses });
  expect(comparable(summary(4))).toBeUndefined();
  expect(comparable(summary(5))).toEqual(summary(5));
  expect(comparable(undefined)).toBeUndefined();
});

test('a change is between the figures as they are shown', () => {
  expect(changeOf([82.3, 80.1], ' points')).toMatchObject({ direction: 2.2, words: '+2.2 points' });
  expect(changeOf([80.1, 80.1])?.words).toBe('Unchanged');
  expect(changeOf([null, 80])).toBeUndefined();
  expect(changeOf([80, undefined])).toBeUndefined();
  expect(changeOfDuration([500, 512.4])).toMatchObject({ direction: -12, words: '−12s' });
});

test('a count that today cuts is never more or less than a whole one', () => {
  expect(changeOfCount([12, 15], false)).toMatchObject({ direction: -3, words: '−3' });
  expect(changeOfCount([12, 15], true)).toMatchObject({ direction: 0, words: '15 before' });
  expect(changeOfCount([12, undefined], true)).toBeUndefined();
});
