import { describe, expect, it } from 'vitest';

import type { Question } from '#domain/surveys/question.ts';
import { dropQuestion, moveQuestion, putQuestion } from './arrange-questions.ts';

const question = (id: number, order: number): Question => ({
  id,
  surveyId: 1,
  text: `Question ${id}`,
  type: 'text',
  required: false,
  order,
  weight: 1,
  kpeCategory: null,
  answers: [],
  code: null,
  section: '',
});
const four = [question(1, 1), question(2, 2), question(3, 3), question(4, 4)];
const ids = (questions: readonly Question[]) => {
  expect(questions.map(({ order }) => order)).toEqual(questions.map((_, index) => index + 1));
  return questions.map(({ id }) => id);
};

describe('places stay dense', () => {
  it('when a question comes, at its place', () => {
    expect(ids(putQuestion(four, question(5, 5)))).toEqual([1, 2, 3, 4, 5]);
    expect(ids(putQuestion(four, question(5, 2)))).toEqual([1, 5, 2, 3, 4]);
  });

  it('when a question moved with its change', () => {
    expect(ids(putQuestion(four, question(1, 3)))).toEqual([2, 3, 1, 4]);
    expect(ids(putQuestion(four, question(4, 1)))).toEqual([4, 1, 2, 3]);
  });

  it('when a question goes', () => {
    expect(ids(dropQuestion(four, 2))).toEqual([1, 3, 4]);
  });

  it('when a question is dragged, and leaves those it does not pass as they are', () => {
    const moved = moveQuestion(four, 1, 2);
    expect(ids(moved)).toEqual([1, 3, 2, 4]);
    expect(moved[0]).toBe(four[0]);
    expect(moved[3]).toBe(four[3]);
  });
});
