import { expect, test } from 'vitest';

import { bandsInSight } from './bands-in-sight.ts';

const bands = (counts: Record<number, number>) =>
  Array.from({ length: 10 }, (_, band) => counts[band] ?? 0);

test('the histogram is cut to where there are responses, gaps between them included', () => {
  expect(bandsInSight(bands({ 5: 1, 7: 4, 9: 2 }))).toEqual([5, 6, 7, 8, 9]);
  expect(bandsInSight(bands({ 0: 1, 9: 1 }))).toHaveLength(10);
});

test('both sides of the pass line are always in sight', () => {
  expect(bandsInSight(bands({ 9: 12 }))).toEqual([7, 8, 9]);
  expect(bandsInSight(bands({ 4: 3 }))).toEqual([4, 5, 6, 7, 8]);
  expect(bandsInSight(bands({}))).toEqual([7, 8]);
});
