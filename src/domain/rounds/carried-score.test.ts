import { describe, expect, it, test } from 'vitest';

import { randomResponses } from '#test/random-responses.ts';
import { compareRounds as compare, resultsOf, type QuestionResult } from './carried-score.ts';

type Interviews = Parameters<typeof compare>[0];
const compareRounds = (before: Interviews, again: Interviews, wanted: readonly string[]) =>
  compare(before, again, { wanted, line: 80 });

type Given = [key: string, score: number, more?: Partial<QuestionResult>];
const interview = (...given: Given[]): QuestionResult[] =>
  given.map(([key, score, more]) => ({
    ...{ key, score, maximum: 10, standing: 'answered' as const, isFinding: score < 8 },
    ...more,
  }));
const na = { standing: 'not-applicable' } as const;

describe('three figures', () => {
  const before = [interview(['a', 10], ['b', 0], ['c', 5], ['d', 10])];

  test('was is the former percent; again counts what passed; carried has the new points', () => {
    const { was, again, carried } = compareRounds(
      before,
      [interview(['b', 10], ['c', 5])],
      ['b', 'c'],
    );
    expect(was).toBe(62.5);
    expect(again).toEqual({ asked: 2, passed: 1, notApplicable: 0, open: 0 });
    expect(carried).toBe(87.5);
  });

  test('what is not applicable now leaves both sides', () => {
    const again = [interview(['b', 0, na], ['c', 10])];
    const { carried, ...figures } = compareRounds(before, again, ['b', 'c']);
    expect(carried).toBe(100);
    expect(figures.again).toEqual({ asked: 2, passed: 1, notApplicable: 1, open: 0 });
    const hidden = [interview(['b', 0, { standing: 'hidden' }], ['c', 10])];
    expect(compareRounds(before, hidden, ['b', 'c']).carried).toBe(100);
  });

  test('what was asked again without an answer has no points, and did not pass', () => {
    const again = [interview(['b', 0, { standing: 'unanswered', isFinding: false }])];
    const { carried, questions } = compareRounds(before, again, ['b', 'c']);
    expect(carried).toBe(62.5);
    expect(questions.get('b')).toMatchObject({ outcome: 'finding', change: 0 });
    expect(questions.get('c')).toMatchObject({ outcome: 'open', again: null, change: null });
  });

  test('a new answer takes the place of the former one in each interview that counted it', () => {
    const two = [
      interview(['a', 10], ['b', 0]),
      interview(['a', 10], ['b', 5]),
      interview(['a', 10], ['b', 0, na]),
    ];
    const { was, carried, questions } = compareRounds(two, [interview(['b', 10])], ['b']);
    expect(was).toBe(75);
    expect(carried).toBe(100);
    expect(questions.get('b')).toMatchObject({ was: { score: 2.5 }, change: 7.5 });
  });

  test('of several new answers the mean counts, and one finding is enough not to pass', () => {
    const again = [interview(['b', 10]), interview(['b', 0])];
    for (const inOrder of [again, again.toReversed()]) {
      const { carried, questions } = compareRounds(before, inOrder, ['b']);
      expect(carried).toBe(75);
      expect(questions.get('b')).toMatchObject({ outcome: 'finding', change: 5 });
    }
  });

  test('an interview that was not asked a question says nothing about it', () => {
    const again = [interview(['b', 0, { standing: 'not-asked' }], ['c', 10])];
    expect(compareRounds(before, again, ['b']).questions.get('b')?.outcome).toBe('open');
  });

  test('a percent below the line is never rounded up to it', () => {
    const many = Array.from({ length: 100 }, (_, n): Given => [
      `${n}`,
      n < 79 ? 1_000 : n === 79 ? 960 : 0,
      { maximum: 1_000 },
    ]);
    const before = [interview(...many)];
    expect(compareRounds(before, [], []).was).toBe(79.9);
    expect(compare(before, [], { wanted: [], line: 70 }).was).toBe(80);
  });

  test('a percent below 100 is never rounded up to it', () => {
    const before = [interview(['a', 1_999, { maximum: 2_000 }], ['b', 0, { maximum: 1 }])];
    const again = [interview(['b', 1, { maximum: 1 }])];
    expect(compareRounds(before, again, ['b']).carried).toBe(99.9);
  });

  test('nothing scored is no percent', () => {
    expect(compareRounds([], [], [])).toMatchObject({ was: null, carried: null });
  });
});

describe('for random surveys', () => {
  const all = [...randomResponses(400, { seed: 5, rules: true })].map(
    ({ questions, answers, rules }) => ({
      questions,
      rules,
      answers,
      results: resultsOf({ questions, rules }, answers, null),
    }),
  );
  const best = (result: QuestionResult): QuestionResult => ({
    ...result,
    ...{ standing: 'answered', score: result.maximum, isFinding: false },
  });

  it('nothing asked again leaves the former percent', () => {
    for (const { results } of all) {
      const { was, carried } = compareRounds([results], [], []);
      expect(carried).toBe(was);
    }
  });

  it('the same answers again leave the former percent', () => {
    for (const { results } of all) {
      const { was, carried, questions } = compareRounds([results], [results], []);
      expect(carried).toBe(was);
      for (const { change } of questions.values()) expect(change ?? 0).toBe(0);
    }
  });

  it('all fixed gives all points, and no answer ever gives more', () => {
    let [fixed, scored] = [0, 0];
    for (const [index, { results }] of all.entries()) {
      const perfect = compareRounds([results], [results.map(best)], []);
      if (perfect.was !== null) {
        scored += 1;
        fixed += Number(perfect.carried === 100);
      }
      const other = all[(index + 1) % all.length]!.results;
      const { carried } = compareRounds([results, other], [other], []);
      expect(carried ?? 0).toBeLessThanOrEqual(100);
      expect(carried ?? 0).toBeGreaterThanOrEqual(0);
    }
    expect(scored).toBeGreaterThan(200);
    // A survey whose options all give nothing has no points to reach, and no percent.
    expect(fixed).toBe(scored);
  });
});
