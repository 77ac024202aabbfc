import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import {
  isAnswered,
  mergeProgress,
  percentComplete,
  progressSchema,
  type AnsweredAt,
  type Progress,
  type ProgressEntry,
  type TimedProgress,
} from './progress.ts';

const choice = (answerId: number): ProgressEntry => ({ answerId, score: 0, textValue: null });
const words = (textValue: string): ProgressEntry => ({ answerId: null, score: 0, textValue });
const at = (time: number, entry: ProgressEntry, question = '1'): TimedProgress => ({
  progress: { [question]: entry },
  answeredAt: { [question]: time },
});
const empty: TimedProgress = { progress: {}, answeredAt: {} };

/** Generates few questions, moments and answers, so that devices often disagree and often tie. */
const timed: fc.Arbitrary<TimedProgress> = fc
  .dictionary(
    fc.constantFrom('1', '2', '3'),
    fc.record({
      time: fc.nat(3),
      entry: fc.oneof(
        fc.constant(null),
        fc.record({
          answerId: fc.constantFrom(null, 1, 2),
          score: fc.constantFrom(0, 5),
          textValue: fc.constantFrom(null, '', 'a', 'b'),
        }),
      ),
    }),
  )
  .map((answers) => {
    const progress: Progress = {};
    const answeredAt: AnsweredAt = {};
    for (const [question, { time, entry }] of Object.entries(answers)) {
      progress[question] = entry;
      answeredAt[question] = time;
    }
    return { progress, answeredAt };
  });

describe('mergeProgress', () => {
  it('keeps the later answer, whichever device had it', () => {
    const early = at(1, choice(1));
    const late = at(2, choice(2));
    expect(mergeProgress(early, late)).toEqual(late);
    expect(mergeProgress(late, early)).toEqual(late);
  });

  it('lets a later taking back win, and an earlier one lose', () => {
    expect(mergeProgress(at(1, choice(1)), at(2, null))).toEqual(at(2, null));
    expect(mergeProgress(at(2, null), at(1, choice(1)))).toEqual(at(2, null));
    expect(mergeProgress(at(1, null), at(2, choice(1)))).toEqual(at(2, choice(1)));
  });

  it('loses nobody’s other answers', () => {
    const joined = mergeProgress(at(5, choice(1), '1'), at(1, words('Fine'), '2'));
    expect(joined).toEqual({
      progress: { 1: choice(1), 2: words('Fine') },
      answeredAt: { 1: 5, 2: 1 },
    });
  });

  it('takes an answer without a time for the oldest of all', () => {
    const timeless = { progress: { 1: choice(1) }, answeredAt: {} };
    expect(mergeProgress(timeless, at(1, choice(2)))).toEqual(at(1, choice(2)));
    expect(mergeProgress(at(1, choice(2)), timeless)).toEqual(at(1, choice(2)));
  });

  it('is the same in either order', () => {
    fc.assert(
      fc.property(timed, timed, (a, b) => {
        expect(mergeProgress(a, b)).toEqual(mergeProgress(b, a));
      }),
      { numRuns: 1_000 },
    );
  });

  it('is the same however three are joined', () => {
    fc.assert(
      fc.property(timed, timed, timed, (a, b, c) => {
        expect(mergeProgress(mergeProgress(a, b), c)).toEqual(
          mergeProgress(a, mergeProgress(b, c)),
        );
      }),
      { numRuns: 1_000 },
    );
  });

  it('changes nothing when it is done again', () => {
    fc.assert(
      fc.property(timed, timed, (a, b) => {
        const once = mergeProgress(a, b);
        expect(mergeProgress(once, b)).toEqual(once);
        expect(mergeProgress(once, a)).toEqual(once);
        expect(mergeProgress(a, a)).toEqual(a);
        expect(mergeProgress(empty, a)).toEqual(a);
      }),
    );
  });

  it('leaves what it was given as it was', () => {
    const ours = at(1, choice(1));
    mergeProgress(ours, at(2, choice(2)));
    expect(ours).toEqual(at(1, choice(1)));
  });
});

test.each([
  [undefined, false],
  [null, false],
  [choice(7), true],
  [words('Fine'), true],
  [words(' \n'), false],
  [words(''), false],
  [{ answerId: null, score: 3, textValue: null }, false],
])('%j answers its question: %s', (entry, expected) => {
  expect(isAnswered(entry)).toBe(expected);
});

describe('percentComplete', () => {
  it.each([
    [{}, 4, 0],
    [{ 1: choice(1) }, 4, 25],
    [{ 1: choice(1), 2: null }, 4, 25],
    [{ 1: choice(1), 2: words(' ') }, 4, 25],
    [{ 1: choice(1), 2: words('Fine') }, 3, 67],
    [{ 1: choice(1) }, 3, 33],
    [{ 1: choice(1), 2: choice(2) }, 1, 100],
    [{ 1: choice(1) }, 0, 0],
  ])('%j of %i questions is %i %%', (progress, questionCount, percent) => {
    expect(percentComplete(progress, questionCount)).toBe(percent);
  });
});

describe('progress on the wire', () => {
  it('fills in what an entry leaves out', () => {
    expect(progressSchema.parse({ 7: { answerId: 3 }, 8: null })).toEqual({
      7: choice(3),
      8: null,
    });
  });

  it.each([['0'], ['07'], ['-1'], ['1.5'], ['q1'], ['12345678901']])(
    'refuses the key %s',
    (key) => {
      expect(progressSchema.safeParse(JSON.parse(`{"${key}": null}`)).success).toBe(false);
    },
  );

  it('takes no prototype', () => {
    const sent: unknown = JSON.parse('{"__proto__": {"answerId": 1}}');
    expect(Object.keys(progressSchema.parse(sent))).toEqual([]);
  });
});
