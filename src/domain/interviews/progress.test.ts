import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import {
  isAnswered,
  mergeProgress,
  percentComplete,
  progressSchema,
  remarksSchema,
  type AnsweredAt,
  type JoinedProgress,
  type ProgressEntry,
  type TimedProgress,
} from './progress.ts';

const choice = (answerId: number): ProgressEntry => ({ answerId, score: 0, textValue: null });
const words = (textValue: string): ProgressEntry => ({ answerId: null, score: 0, textValue });
const notApplicable: ProgressEntry = { answerId: null, score: 0, textValue: null, na: true };
const empty: JoinedProgress = { progress: {}, answeredAt: {}, remarks: {}, remarkedAt: {} };
const at = (time: number, entry: ProgressEntry, question = '1'): JoinedProgress => ({
  ...empty,
  progress: { [question]: entry },
  answeredAt: { [question]: time },
});
const noted = (time: number, text: string): JoinedProgress => ({
  ...empty,
  remarks: { 1: text },
  remarkedAt: { 1: time },
});

/** Generates few questions, moments and entries, so that devices often disagree and often tie. */
function entriesAndTimes<T>(entry: fc.Arbitrary<T>) {
  return fc
    .dictionary(fc.constantFrom('1', '2', '3'), fc.record({ time: fc.nat(3), entry }))
    .map((given) => {
      const entries: Record<string, T> = {};
      const times: AnsweredAt = {};
      for (const [question, { time, entry }] of Object.entries(given)) {
        entries[question] = entry;
        times[question] = time;
      }
      return { entries, times };
    });
}

const entry: fc.Arbitrary<ProgressEntry> = fc.oneof(
  fc.constantFrom(null, notApplicable),
  fc.record({
    answerId: fc.constantFrom(null, 1, 2),
    score: fc.constantFrom(0, 5),
    textValue: fc.constantFrom(null, '', 'a', 'b'),
  }),
);
const timed: fc.Arbitrary<JoinedProgress> = fc
  .tuple(entriesAndTimes(entry), entriesAndTimes(fc.constantFrom('', 'a', 'b')))
  .map(([answers, notes]) => ({
    ...{ progress: answers.entries, answeredAt: answers.times },
    ...{ remarks: notes.entries, remarkedAt: notes.times },
  }));

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
      ...empty,
      progress: { 1: choice(1), 2: words('Fine') },
      answeredAt: { 1: 5, 2: 1 },
    });
  });

  it('keeps a note and an answer to the same question, whichever is the later', () => {
    for (const [answered, written] of [
      [1, 2],
      [2, 1],
    ] as const) {
      const [one, two] = [at(answered, choice(1)), noted(written, 'By the lift')];
      const both = { ...one, remarks: two.remarks, remarkedAt: two.remarkedAt };
      expect(mergeProgress(one, two)).toEqual(both);
      expect(mergeProgress(two, one)).toEqual(both);
    }
  });

  it('lets a later deleting of a note win', () => {
    expect(mergeProgress(noted(1, 'Old'), noted(2, ''))).toEqual(noted(2, ''));
    expect(mergeProgress(noted(2, ''), noted(1, 'Old'))).toEqual(noted(2, ''));
  });

  it('decides alike on both devices between not applicable and a blank answer of one moment', () => {
    const [blank, na] = [{ answerId: null, score: 0, textValue: null }, notApplicable];
    expect(mergeProgress(at(1, blank), at(1, na))).toEqual(mergeProgress(at(1, na), at(1, blank)));
  });

  it('joins with what an earlier release kept, which has no notes', () => {
    const { progress, answeredAt } = at(1, choice(1));
    const old: TimedProgress = { progress, answeredAt };
    const both = { ...noted(1, 'New'), progress, answeredAt };
    expect(mergeProgress(old, noted(1, 'New'))).toEqual(both);
    expect(mergeProgress(noted(1, 'New'), old)).toEqual(both);
  });

  it('decides between answers of one moment as earlier releases do', () => {
    const [fewer, more] = [
      { ...choice(1)!, score: 5 },
      { ...choice(1)!, score: 55 },
    ];
    // Their texts are "[1,null,5]" and "[1,null,55]", of which the first is the greater.
    expect(mergeProgress(at(1, fewer), at(1, more))).toEqual(at(1, fewer));
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
  [notApplicable, true],
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
    [{ 1: notApplicable }, 3, 33],
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

  it('takes not applicable, and nothing else in its place', () => {
    expect(progressSchema.parse({ 7: { na: true } })).toEqual({ 7: notApplicable });
    expect(progressSchema.safeParse({ 7: { na: 1 } }).success).toBe(false);
  });

  it('trims notes, and refuses one that is too long', () => {
    expect(remarksSchema.parse({ 7: ' By the lift ' })).toEqual({ 7: 'By the lift' });
    expect(remarksSchema.parse({ 7: 'n'.repeat(2_000) })[7]).toHaveLength(2_000);
    expect(remarksSchema.safeParse({ 7: 'n'.repeat(2_001) }).success).toBe(false);
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
