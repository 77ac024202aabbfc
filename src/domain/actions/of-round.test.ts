import { describe, expect, test } from 'vitest';

import { marks } from '#domain/results/repeat-finding.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { changesOfRound, shownBy, type AnsweredResponse, type KnownAction } from './of-round.ts';

const option = (id: number, score: number) => ({ id, text: `Option ${id}`, score });
const question = (id: number, more: object = {}) =>
  ({
    ...{ id, text: `Question ${id}?`, type: 'radio', required: true, weight: 1 },
    ...{ kpeCategory: null, answers: [option(1, 0), option(2, 5), option(3, 10)], ...more },
  }) as unknown as EditionQuestion;

/** The day on which the interview with this response was completed: later ones have higher ids. */
const day = (id: number) => new Date(Date.UTC(2026, 2, id)).toISOString();

const finding = marks.answered | marks.finding;
type Answer = { mark: number; lost: number | null };
const [none, fine] = [
  { mark: 0, lost: null },
  { mark: marks.answered, lost: 0 },
];
const half = { mark: finding, lost: 5 };
const all = { mark: finding, lost: 10 };

function response(
  id: number,
  questions: readonly EditionQuestion[],
  answers: readonly Answer[],
): AnsweredResponse {
  return {
    ...{ id, questions, asked: null, completedAt: day(id) },
    marks: Uint8Array.from(answers.map(({ mark }) => mark)),
    lost: answers.map(({ lost }) => lost),
    answers: questions.flatMap(({ id: questionId }, place) =>
      answers[place] === none ? [] : { questionId, answerId: 1, textValue: null },
    ),
  };
}

describe('what a round shows', () => {
  const questions = [question(1, { code: 'fo-1' }), question(2), question(3, { critical: true })];

  test('one finding a key, the gravest first, with the responses that show it', () => {
    const { found, passed } = shownBy(
      [response(8, questions, [half, fine, fine]), response(7, questions, [all, half, half])],
      'onsite',
    );
    expect(found.map(({ key, severity, responses }) => [key, severity, responses])).toEqual([
      ['id:3', 'critical', [7]],
      ['code:FO-1', 'major', [8, 7]],
      ['id:2', 'minor', [7]],
    ]);
    expect(passed.size).toBe(0);
  });

  test('only a re-assessment shows that a finding is gone, by its latest response', () => {
    const responses = [
      response(9, questions, [fine, half, none]),
      response(8, questions, [fine, fine, fine]),
    ];
    expect([...shownBy(responses, 'reassessment').passed]).toEqual([
      ['code:FO-1', { id: 9, at: day(9) }],
    ]);
    expect(shownBy(responses, 'session').passed.size).toBe(0);
  });
});

describe('what an approval does', () => {
  const found = [
    { key: 'id:1', questionId: 1, text: '1?', severity: 'minor', responses: [7], foundAt: day(7) },
  ] as const;
  const known = (more: Partial<KnownAction> = {}): KnownAction => ({
    ...{ id: 1, questionKey: 'id:1', status: 'open', severity: 'minor' },
    ...{ foundIn: [4], responses: [7], foundElsewhereAt: null, verifiedBy: null, ...more },
  });
  const round = (id: number, waived: string[] = []) => ({
    ...{ id, responses: [7], waived: new Set(waived) },
  });
  const shows = (what: 'finding' | 'passed' | 'nothing') => ({
    found:
      what === 'finding' ? found.map((one) => ({ ...one, responses: [...one.responses] })) : [],
    passed: new Map(what === 'passed' ? [['id:1', { id: 7, at: day(7) }]] : []),
  });
  const movesOf = (...given: Parameters<typeof changesOfRound>) =>
    changesOfRound(...given).changes.map(({ move }) => move);

  test('makes what is not there, and nothing twice', () => {
    expect(changesOfRound(round(4), shows('finding'), []).made).toHaveLength(1);
    expect(changesOfRound(round(4), shows('finding'), [known()])).toEqual({
      made: [],
      changes: [],
    });
  });

  test.each(['open', 'in-progress', 'done', 'verified', 'waived', 'withdrawn'] as const)(
    'leaves what is %s as it is when the same round finds it again',
    (status) => {
      expect(movesOf(round(4), shows('finding'), [known({ status })])).toEqual([]);
    },
  );

  test('opens what it had taken for no finding', () => {
    const cleared = known({ status: 'not-a-finding', foundIn: [] });
    expect(movesOf(round(4), shows('finding'), [cleared])).toEqual(['find-again']);
  });

  test.each([
    ['open', null],
    ['in-progress', null],
    ['done', 'find-again'],
    ['verified', 'find-again'],
    ['waived', 'find-again'],
    ['not-a-finding', 'find-again'],
    ['withdrawn', 'find-again'],
  ] as const)('of what is %s and another round finds: %s', (status, move) => {
    const { changes } = changesOfRound(round(5), shows('finding'), [known({ status })]);
    expect(changes).toMatchObject([{ move, foundIn: [4, 5] }]);
  });

  test.each([
    ['open', 'pass'],
    ['in-progress', 'pass'],
    ['done', 'pass'],
    ['withdrawn', undefined],
  ] as const)('of what is %s and a re-assessment shows to be gone: %s', (status, move) => {
    const { changes } = changesOfRound(round(5), shows('passed'), [known({ status })]);
    expect(changes[0]?.move).toBe(move);
    expect(changes[0]?.passedBy).toBe(move && 7);
  });

  test('clears what no round of the cycle finds any more, and only that', () => {
    expect(movesOf(round(4), shows('nothing'), [known()])).toEqual(['clear']);
    expect(movesOf(round(4), shows('nothing'), [known({ foundIn: [4, 5] })])).toEqual([null]);
    expect(movesOf(round(5), shows('nothing'), [known()])).toEqual([]);
    expect(movesOf(round(4), shows('nothing'), [known({ status: 'verified' })])).toEqual([null]);
  });

  test('the later interview decides between two rounds, whichever is approved first', () => {
    const found = (by: number) =>
      movesOf(round(5), shows('finding'), [
        known({ status: 'verified', verifiedBy: { roundId: 6, at: day(by) } }),
      ]);
    expect([found(6), found(8)]).toEqual([['find-again'], [null]]);
    const passed = (foundAt: number) =>
      movesOf(round(5), shows('passed'), [known({ foundElsewhereAt: day(foundAt) })]);
    expect([passed(6), passed(8)]).toEqual([['pass'], []]);
  });

  test('opens again what its re-assessment shows no longer, unless it is waived today', () => {
    const verified = known({ status: 'verified', verifiedBy: { roundId: 5, at: day(7) } });
    expect(movesOf(round(5), shows('nothing'), [verified])).toEqual(['reopen']);
    expect(movesOf(round(5), shows('passed'), [verified])).toEqual([]);
    expect(movesOf(round(6), shows('nothing'), [verified])).toEqual([]);
    expect(movesOf(round(5, ['id:1']), shows('nothing'), [verified])).toEqual([]);
    const byPerson = known({ status: 'verified' });
    expect(movesOf(round(5), shows('nothing'), [byPerson])).toEqual([]);
  });

  test('makes and opens nothing about a question that is waived today', () => {
    expect(changesOfRound(round(4, ['id:1']), shows('finding'), []).made).toEqual([]);
    const waived = known({ status: 'waived' });
    expect(movesOf(round(5, ['id:1']), shows('finding'), [waived])).toEqual([null]);
  });
});
