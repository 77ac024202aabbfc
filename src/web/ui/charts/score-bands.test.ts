import { expect, test } from 'vitest';

import { bandName, bandsInSight } from './score-bands.ts';

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

test('another line has both its sides in sight, also where it is at an end of the scale', () => {
  expect(bandsInSight(bands({ 9: 1 }), 55)).toEqual([5, 6, 7, 8, 9]);
  expect(bandsInSight(bands({ 9: 1 }), 60)).toEqual([5, 6, 7, 8, 9]);
  expect(bandsInSight(bands({ 5: 1 }), 100)).toEqual([5, 6, 7, 8, 9]);
  expect(bandsInSight(bands({ 1: 1 }), 0)).toEqual([0, 1]);
});

test('a band is named by what it holds', () => {
  expect([bandName(0), bandName(7), bandName(9)]).toEqual([
    '0% to under 10%',
    '70% to under 80%',
    '90% to 100%',
  ]);
});
