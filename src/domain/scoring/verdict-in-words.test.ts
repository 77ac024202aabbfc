import { expect, test } from 'vitest';

import type { EditionQuestion } from '#domain/surveys/edition.ts';
import type { Cause } from './causes.ts';
import { scoreResponse } from './score-response.ts';
import { briefCauses, scoreInWords, verdictInWords } from './verdict-in-words.ts';

const questions = [
  { code: 'FO-012', critical: true as const },
  { critical: true as const },
  { code: 'HK-003' },
  { code: 'HK-004', critical: true as const },
  { code: 'HK-005', critical: true as const },
];
const say = (causes: Cause[], more: Partial<Parameters<typeof verdictInWords>[0]> = {}) =>
  verdictInWords({
    ...{ percent: '84.1%', causes, questions, findings: [], unanswered: [] },
    ...more,
  });

test.each([
  ['one', [0, 2], 'FO-012 (critical) failed'],
  ['one without a code', [1], 'question 2 (critical) failed'],
  ['three', [0, 1, 3], 'FO-012, question 2 and HK-004 (critical) failed'],
  ['more', [0, 1, 2, 3, 4], 'FO-012, question 2, HK-004 and 1 more (critical) failed'],
])('names critical questions: %s', (_, findings, words) => {
  expect(say(['critical'], { findings })).toBe(`Needs Review: 84.1%, but ${words}`);
});

test('names every cause, and the line where it is below it', () => {
  const thresholds = { 'The Right Action': 70 };
  expect(
    say(['score', 'critical-unanswered', 'category:The Right Action'], {
      ...{ rules: { passLine: 90, thresholds }, unanswered: [0, 2, 3] },
    }),
  ).toBe(
    'Needs Review: 84.1% is below 90%, and FO-012 and HK-004 (critical) have no answer, and The Right Action is below 70%',
  );
});

test('says nothing where the percent and the line of 80 say it all', () => {
  expect(say([])).toBeNull();
  expect(say(['score'])).toBeNull();
  expect(say(['score'], { rules: { passLine: 90 } })).toBe('Needs Review: 84.1% is below 90%');
});

test('is brief beside a verdict', () => {
  expect(briefCauses(['score'])).toEqual([]);
  expect(briefCauses(['score', 'critical', 'critical-unanswered'])).toEqual(['critical']);
  expect(briefCauses(['category:The Right Fit'])).toEqual(['The Right Fit']);
  expect(briefCauses()).toEqual([]);
});

test('numbers the questions of an interview as they were asked', () => {
  const questions = [aQuestion(1), aQuestion(2, { showIf: [{ questionId: 1, is: [12] }] })];
  const asked = [...questions, aQuestion(3, { critical: true }), aQuestion(4, { critical: true })];
  const answers = [
    { questionId: 1, answerId: 11, textValue: null },
    { questionId: 3, answerId: 32, textValue: null },
  ];
  const scored = scoreResponse(asked, answers);
  expect(scoreInWords({ questions: asked, rules: {} }, answers, scored, '33.3%')).toBe(
    'Needs Review: 33.3% is below 80%, and question 2 (critical) failed, and question 3 (critical) has no answer',
  );
});

/** Returns a question whose first option has 10 points and the second 0. */
function aQuestion(id: number, more: Partial<EditionQuestion> = {}): EditionQuestion {
  const answers = [10, 0].map((score, place) => ({
    ...{ id: id * 10 + place + 1, text: `${score}`, score, isCorrect: false, order: place + 1 },
  }));
  return {
    ...{ id, type: 'radio', required: false, text: `Question ${id}`, order: id, weight: 1 },
    ...{ kpeCategory: null, answers, ...more },
  };
}
