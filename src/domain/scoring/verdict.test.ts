import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { percentOf, verdictOf } from './verdict.ts';

const maximum = fc.integer({ min: 1, max: 2_000_000_000 });
const points = maximum.chain((maxScore) =>
  fc.record({ totalScore: fc.integer({ min: 0, max: maxScore }), maxScore: fc.constant(maxScore) }),
);

describe('percentOf', () => {
  it.each([
    [0, 10, 0],
    [10, 10, 100],
    [1, 3, 33.3],
    [2, 3, 66.7],
    [1, 8, 12.5],
    [1, 2_000, 0.1],
    [1, 2_001, 0],
    [1_998, 2_000, 99.9],
    // Points were lost, so never shown as 100.
    [1_999, 2_000, 99.9],
    [1_999_999_999, 2_000_000_000, 99.9],
    // Below the pass line, so never shown as 80.
    [1_599, 2_000, 79.9],
    [7_996, 10_000, 79.9],
    [1_999_999_999, 2_500_000_000, 79.9],
    [8_000, 10_000, 80],
    [4_999, 10_000, 50],
  ])('%i of %i is %d %%', (totalScore, maxScore, percent) => {
    expect(percentOf({ totalScore, maxScore })).toBe(percent);
  });

  it('equals the rational number, rounded to one decimal, a half upwards, but not up to the pass line or to 100', () => {
    fc.assert(
      fc.property(points, ({ totalScore, maxScore }) => {
        const thousand = 1_000n * BigInt(totalScore);
        const below = thousand / BigInt(maxScore);
        const rest = thousand % BigInt(maxScore);
        const tenths = 2n * rest >= BigInt(maxScore) ? below + 1n : below;
        const isBelow = 5n * BigInt(totalScore) < 4n * BigInt(maxScore);
        const isOver = (isBelow && tenths === 800n) || (totalScore < maxScore && tenths === 1_000n);
        const shown = isOver ? tenths - 1n : tenths;
        expect(percentOf({ totalScore, maxScore })).toBe(Number(shown) / 10);
      }),
      { numRuns: 2_000 },
    );
  });

  it('never reaches a whole percentage from below where the response did not pass', () => {
    const close = { totalScore: 8_996, maxScore: 10_000 };
    expect(percentOf({ ...close, passed: false })).toBe(89.9);
    expect(percentOf({ ...close, passed: true })).toBe(90);
    expect(percentOf(close)).toBe(90);
    expect(percentOf({ totalScore: 9_000, maxScore: 10_000, passed: false })).toBe(90);
    expect(percentOf({ totalScore: 84_149, maxScore: 100_000, passed: false })).toBe(84.1);
  });

  it('never reaches any line that the score does not', () => {
    const lines = fc.integer({ min: 1, max: 100 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), lines, fc.nat(3), (maxScore, line, less) => {
        const totalScore = Math.max(0, Math.ceil((line * maxScore) / 100) - less);
        const passed = 100 * totalScore >= line * maxScore;
        const isBelow = percentOf({ totalScore, maxScore, passed })! < line;
        expect(passed || isBelow).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it('tells nothing where there is nothing to score', () => {
    expect(percentOf({ totalScore: 0, maxScore: 0 })).toBeNull();
  });
});

describe('verdictOf', () => {
  it.each([
    [0, 0, 'Not scored'],
    [8, 10, 'Pass'],
    [10, 10, 'Pass'],
    [7, 10, 'Needs Review'],
    [0, 10, 'Needs Review'],
    [7_996, 10_000, 'Needs Review'],
    [7_999_999, 10_000_000, 'Needs Review'],
    [8_000_000, 10_000_000, 'Pass'],
  ])('%i of %i is %s', (totalScore, maxScore, verdict) => {
    expect(verdictOf({ totalScore, maxScore })).toBe(verdict);
  });

  it('passes exactly from four fifths on', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400_000_000 }), (fifth) => {
        const maxScore = 5 * fifth;
        expect(verdictOf({ totalScore: 4 * fifth, maxScore })).toBe('Pass');
        expect(verdictOf({ totalScore: 4 * fifth - 1, maxScore })).toBe('Needs Review');
      }),
    );
  });

  it('never takes a pass back for a point more', () => {
    fc.assert(
      fc.property(points, ({ totalScore, maxScore }) => {
        const passes = verdictOf({ totalScore, maxScore }) === 'Pass';
        const more = { totalScore: Math.min(totalScore + 1, maxScore), maxScore };
        expect(verdictOf(more)).toBe(passes ? 'Pass' : verdictOf(more));
        expect(5n * BigInt(totalScore) >= 4n * BigInt(maxScore)).toBe(passes);
      }),
    );
  });
});
