import { describe, expect, it } from 'vitest';

import { isIncomplete } from '#domain/responses/correct.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { fullRules, ownRules, type SurveyRules } from '#domain/surveys/survey-rules.ts';
import { randomResponses } from '#test/random-responses.ts';
import { scoreResponse } from './score-response.ts';
import type { GivenAnswer } from './scored-answer.ts';
import { standingsOf, withContext } from './standing.ts';
import { verdictOf } from './verdict.ts';

type Option = EditionQuestion['answers'][number];
type Given = Partial<EditionQuestion> & { points?: number[]; marks?: Record<number, boolean> };

/** Returns a question whose options give these points; `marks` says which of them are findings. */
function question(id: number, given: Given = {}): EditionQuestion {
  const { points = [0, 5, 10], marks = {}, ...fields } = given;
  const answers = points.map((score, index): Option => ({
    ...{ id: 10 * id + index, text: `${score} points`, score, isCorrect: false },
    order: index + 1,
    ...(marks[index] !== undefined && { finding: marks[index] }),
  }));
  const rest = { required: true, order: id, weight: 1, kpeCategory: 'The Right Fit' as const };
  return { id, text: `Question ${id}`, type: 'radio', ...rest, answers, ...fields };
}

const best = 2;
const chose = (questionId: number, option: number): GivenAnswer => ({
  ...{ questionId, answerId: 10 * questionId + option, textValue: null },
});
const na = (questionId: number): GivenAnswer => ({
  ...{ questionId, answerId: null, textValue: null, notApplicable: true },
});
/** Shown only after the given option of the question before it. */
const after = (parent: number, option: number) => ({
  showIf: [{ questionId: parent, is: [10 * parent + option] }],
});

function score(questions: EditionQuestion[], answers: GivenAnswer[], rules: SurveyRules = {}) {
  return scoreResponse(questions, answers, { rules });
}

describe('what is not applicable', () => {
  const optional = (id: number, given: Given = {}) => question(id, { allowNa: true, ...given });

  it('leaves both sides of the score', () => {
    const scored = score([optional(1), question(2)], [na(1), chose(2, best)]);
    expect(scored).toMatchObject({ totalScore: 10, maxScore: 10, passed: true, na: [0] });
    expect(scored.lost).toEqual([null, 0]);
    expect(scored.categories['The Right Fit']).toEqual({ score: 10, maximum: 10 });
    expect(scored.answers[0]).toMatchObject({ score: 0, maximum: null, notApplicable: true });
  });

  it('leaves a response without a score where it is all of it', () => {
    const all = [optional(1, { critical: true }), optional(2)];
    const scored = score(all, [na(1), na(2)], { thresholds: { 'The Right Fit': 100 } });
    expect(scored).toMatchObject({ maxScore: 0, passed: null, causes: [], na: [0, 1] });
    expect(verdictOf(scored)).toBe('Not scored');
  });

  it('is no answer missing at a critical question', () => {
    const critical = [optional(1, { critical: true }), question(2)];
    expect(score(critical, [na(1), chose(2, best)]).causes).toEqual([]);
    expect(score(critical, [chose(2, best)]).causes).toEqual(['score', 'critical-unanswered']);
  });

  it('hides what depends on it', () => {
    const chain = [optional(1), question(2, after(1, 0)), question(3)];
    const chosenToo = { ...na(1), answerId: 10 };
    const scored = score(chain, [chosenToo, chose(2, 0), chose(3, best)]);
    expect(scored).toMatchObject({ totalScore: 10, maxScore: 10, passed: true });
    expect(scored.answers[1]).toMatchObject({ answerId: 20, score: 0, maximum: null });
  });

  it('counts as unanswered where the question does not allow it, and is named', () => {
    const section = [1, 2, 3].map((id) => optional(id, { section: 'Pool' }));
    const one = { ...section[1]!, allowNa: undefined };
    const questions = [section[0]!, one, section[2]!, question(4), question(5), question(6)];
    const others = [4, 5, 6].map((id) => chose(id, best));
    const scored = score(questions, [na(1), na(2), na(3), ...others]);
    expect(scored).toMatchObject({ totalScore: 30, maxScore: 40, passed: false, na: [0, 2] });
    expect(scored.naReasons).toEqual(['na-not-allowed']);
    expect(isIncomplete(questions, [na(1), na(2), na(3), ...others])).toBe(true);
  });

  it('asks somebody to look from a share above the limit', () => {
    const five = [1, 2, 3, 4, 5].map((id) => optional(id));
    const text = question(6, { type: 'text', points: [], allowNa: true });
    const given = (count: number) => [
      ...five.map(({ id }, place) => (place < count ? na(id) : chose(id, best))),
      na(6),
    ];
    expect(score([...five, text], given(2)).naReasons).toEqual([]);
    expect(score([...five, text], given(3)).naReasons).toEqual(['many-not-applicable']);
    expect(score([...five, text], given(3), { naAlert: 60 }).naReasons).toEqual([]);
  });
});

describe('what is shown', () => {
  it('is a chain of five, of which each link needs the one before', () => {
    const chain = [1, 2, 3, 4, 5].map((id) => question(id, id === 1 ? {} : after(id - 1, 0)));
    const all = chain.map(({ id }) => chose(id, id === 5 ? best : 0));
    expect(standingsOf(chain, all)).toEqual(Array.from({ length: 5 }, () => 'answered'));
    const broken = all.map((answer) => (answer.questionId === 2 ? chose(2, 1) : answer));
    expect(standingsOf(chain, broken)).toEqual([
      ...['answered', 'answered', 'hidden', 'hidden', 'hidden'],
    ]);
    expect(score(chain, broken)).toMatchObject({ totalScore: 5, maxScore: 20 });
  });

  it('follows a parent that was changed after its child was answered', () => {
    const pair = [question(1), question(2, after(1, 0))];
    const before = [chose(1, 0), chose(2, best)];
    expect(score(pair, before)).toMatchObject({ totalScore: 10, maxScore: 20 });
    const changed = [chose(2, best), chose(1, best)];
    expect(score(pair, changed)).toMatchObject({ totalScore: 10, maxScore: 10, passed: true });
  });

  it('is not missing where it is hidden, though it is required', () => {
    const pair = [question(1), question(2, { ...after(1, 0), critical: true })];
    expect(isIncomplete(pair, [chose(1, best)])).toBe(false);
    expect(score(pair, [chose(1, best)])).toMatchObject({ passed: true, causes: [] });
    expect(isIncomplete(pair, [chose(1, 0)])).toBe(true);
    expect(score(pair, [chose(1, 0)]).causes).toEqual(['score', 'critical-unanswered']);
  });

  it('needs an answer for “is not” as for “is”', () => {
    const pair = [question(1), question(2, { showIf: [{ questionId: 1, isNot: [10] }] })];
    expect(standingsOf(pair, [])).toEqual(['unanswered', 'hidden']);
    expect(standingsOf(pair, [chose(1, 0)])).toEqual(['answered', 'hidden']);
    expect(standingsOf(pair, [chose(1, 1)])).toEqual(['answered', 'unanswered']);
  });

  it('needs each of its conditions', () => {
    const both = [...after(1, 0).showIf, ...after(2, 0).showIf];
    const three = [question(1), question(2), question(3, { showIf: both })];
    expect(standingsOf(three, [chose(1, 0), chose(2, 1)])[2]).toBe('hidden');
    expect(standingsOf(three, [chose(1, 0), chose(2, 0)])[2]).toBe('unanswered');
  });

  it('is only what this interview asked', () => {
    const three = [question(1), question(2, { critical: true }), question(3)];
    const scored = scoreResponse(three, [chose(1, best), chose(3, 0)], { asked: [1] });
    expect(scored).toMatchObject({ totalScore: 10, maxScore: 10, passed: true });
  });

  it('goes by the context of what was asked, which counts nowhere', () => {
    const chain = [question(1), question(2, after(1, 2)), question(3, after(2, 2)), question(4)];
    expect(withContext(chain, [3])).toEqual(new Set([1, 2, 3]));
    const shown = [chose(1, 2), chose(2, 2), chose(3, best)];
    expect(standingsOf(chain, shown, [3])).toEqual([
      'not-asked',
      'not-asked',
      'answered',
      'not-asked',
    ]);
    expect(standingsOf(chain, [chose(1, 0), ...shown.slice(1)], [3])[2]).toBe('hidden');
    const { totalScore, maxScore } = scoreResponse(chain, shown, { asked: [3] });
    expect([totalScore, maxScore]).toEqual([10, 10]);
  });
});

describe('findings', () => {
  const two = (given: Given) => [question(1, given), question(2, { points: [0, 0, 1_000] })];

  it.each([
    ['an option below the line', {}, 1, true],
    ['the best option', {}, 2, false],
    ['an option marked as none below the line', { marks: { 0: false } }, 0, false],
    ['the best option, marked as one', { marks: { 2: true } }, 2, true],
    ['an option of a question without points', { points: [0, 0, 0] }, 0, false],
    ['the same, marked as one', { points: [0, 0, 0], marks: { 0: true } }, 0, true],
  ])('%s', (_, given, option, isOne) => {
    const scored = score(two({ ...given, critical: true }), [chose(1, option), chose(2, best)]);
    expect(scored.findings).toEqual(isOne ? [0] : []);
    expect(scored.causes).toEqual(isOne ? ['critical'] : []);
    expect(scored.passed).toBe(!isOne);
  });

  it('have a line of their own where the survey gives one', () => {
    const given = [chose(1, 1), chose(2, best)];
    expect(score(two({}), given, { findingLine: 50 }).findings).toEqual([]);
    expect(score(two({}), given, { findingLine: 51 }).findings).toEqual([0]);
    expect(score(two({}), given, { passLine: 50 }).findings).toEqual([]);
  });

  it('fail nothing where the survey says so', () => {
    const questions = two({ critical: true });
    const rules = { criticalFails: false };
    expect(score(questions, [chose(1, 0), chose(2, best)], rules).causes).toEqual([]);
    expect(score(questions, [chose(2, best)], rules).causes).toEqual([]);
  });

  it('are never at a text question', () => {
    const text = question(1, { type: 'text', points: [], critical: true });
    const words = { questionId: 1, answerId: null, textValue: 'Words' };
    const scored = score([text, question(2)], [words, chose(2, best)]);
    expect(scored).toMatchObject({ findings: [], causes: [], passed: true });
  });
});

describe('lines', () => {
  it('pass a response at 100 only when it lost no points', () => {
    const questions = [question(1, { points: [0, 999, 1_000] }), question(2)];
    const rules = { passLine: 100 };
    expect(score(questions, [chose(1, 2), chose(2, 2)], rules).passed).toBe(true);
    expect(score(questions, [chose(1, 1), chose(2, 2)], rules).causes).toEqual(['score']);
  });

  it('of a category nobody was asked about are never missed', () => {
    const thresholds = { 'The Right Action': 100, 'The Right Fit': null };
    expect(score([question(1)], [chose(1, best)], { thresholds }).causes).toEqual([]);
  });

  it('of a category count its weights, and name it', () => {
    const action = { kpeCategory: 'The Right Action' } as const;
    const questions = [
      question(1, { ...action, weight: 3 }),
      question(2, { ...action, weight: 1 }),
      question(3, { points: [0, 0, 1_000] }),
    ];
    const given = [chose(1, best), chose(2, 0), chose(3, best)];
    const at = (least: number) =>
      score(questions, given, { thresholds: { 'The Right Action': least } });
    expect(at(75)).toMatchObject({ passed: true, causes: [] });
    expect(at(76)).toMatchObject({ passed: false, causes: ['category:The Right Action'] });
  });

  it('that have their default are left out, and come back', () => {
    expect(ownRules({ passLine: 80, findingLine: 80, criticalFails: true, naAlert: 40 })).toEqual(
      {},
    );
    expect(ownRules({ thresholds: { 'The Right Fit': null } })).toEqual({});
    const given = { passLine: 90, findingLine: 80, thresholds: { 'The Right Fit': 70 } };
    expect(ownRules({ ...given, naAlert: 41, criticalFails: false })).toEqual({
      ...given,
      naAlert: 41,
      criticalFails: false,
    });
    for (const { rules } of randomResponses(500, { seed: 7, rules: true })) {
      const { thresholds, ...lines } = fullRules(rules);
      expect(fullRules(ownRules(rules))).toMatchObject({ ...lines, thresholds });
    }
  });
});
