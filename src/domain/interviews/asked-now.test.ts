import { describe, expect, it, test } from 'vitest';

import { randomResponses, type RandomResponse } from '#test/random-responses.ts';
import { scoreResponse } from '#domain/scoring/score-response.ts';
import { standingsOf } from '#domain/scoring/standing.ts';
import { answersAsked, givenAnswers, percentNow, placesAsked, standingsNow } from './asked-now.ts';
import type { Progress } from './progress.ts';

const many = () => randomResponses(2_000, { seed: 5, rules: true });

function progressOf({ answers }: RandomResponse): Progress {
  return Object.fromEntries(
    answers.map(({ questionId, answerId, textValue, notApplicable }) => [
      questionId,
      notApplicable
        ? { answerId: null, score: 0, textValue: null, na: true }
        : { answerId, score: 0, textValue },
    ]),
  );
}

test('an interview asks by the rule that its response is scored by', () => {
  for (const one of many())
    expect(standingsNow(one.questions, progressOf(one))).toEqual(
      standingsOf(one.questions, one.answers),
    );
});

test('what was said to hidden questions reaches no response, and changes no score', () => {
  let hidden = 0;
  for (const one of many()) {
    const { questions, rules } = one;
    const progress = progressOf(one);
    const remarks = Object.fromEntries(questions.map(({ id }) => [id, 'Seen']));
    const asked = answersAsked(questions, progress, { remarks });
    const places = placesAsked(standingsNow(questions, progress));
    hidden += questions.length - places.length;
    expect(asked.map(({ questionId }) => questionId)).toEqual(
      places.map((place) => questions[place]!.id),
    );
    const { answers: _, ...without } = scoreResponse(questions, asked, { rules });
    const everything = givenAnswers(questions, progress, remarks);
    expect(scoreResponse(questions, everything, { rules })).toMatchObject(without);
  }
  expect(hidden).toBeGreaterThan(100);
});

describe('givenAnswers', () => {
  const common = { required: true, weight: 1, kpeCategory: null, text: 'Asked?' };
  const option = { id: 10, text: 'Yes', score: 5, isCorrect: false, order: 1 };
  const questions = [
    { ...common, id: 1, order: 1, type: 'radio' as const, answers: [option] },
    { ...common, id: 2, order: 2, type: 'text' as const, answers: [] },
  ];
  const chosen = (answerId: number) => ({ answerId, score: 0, textValue: null });

  it('keeps a note where there is no answer', () => {
    expect(givenAnswers(questions, { 1: null }, { 1: ' Locked ', 2: ' ' })).toEqual([
      { questionId: 1, answerId: null, textValue: null, note: 'Locked' },
    ]);
  });

  it('leaves out an option that the edition lacks, and a blank text', () => {
    const blank = { answerId: null, score: 0, textValue: ' ' };
    expect(givenAnswers(questions, { 1: chosen(11), 2: blank })).toEqual([]);
  });

  it('says nothing besides an answer that stands alone', () => {
    expect(givenAnswers(questions, { 1: chosen(10) })).toEqual([
      { questionId: 1, answerId: 10, textValue: null },
    ]);
  });
});

test.each([
  [[], 0],
  [['answered', 'unanswered', 'unanswered'], 33],
  [['answered', 'hidden', 'unanswered'], 50],
  [['answered', 'not-applicable', 'hidden'], 100],
] as const)('%j is dealt with to %i %%', (standings, percent) => {
  expect(percentNow(standings)).toBe(percent);
});
