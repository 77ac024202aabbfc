import { expect, test } from 'vitest';

import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { askedQuestions } from './ask.ts';

const base = { required: true, weight: 1, kpeCategory: null } as const;
const option = { text: 'Yes', isCorrect: true };
const choice: EditionQuestion = {
  ...base,
  id: 1,
  text: 'Were you greeted?',
  type: 'radio',
  order: 1,
  answers: [
    { ...option, id: 10, score: 4, order: 1 },
    { ...option, id: 11, score: 6, order: 2 },
  ],
};
const text: EditionQuestion = { ...base, id: 2, text: 'Why?', type: 'text', order: 2, answers: [] };

test('every question is told in its order, with what was answered', () => {
  const answers = [
    { questionId: 2, answerId: null, textValue: 'Because', score: 0 },
    { questionId: 1, answerId: 10, textValue: null, score: 4 },
  ];
  expect(askedQuestions([choice, text], { answers, asked: null })).toEqual([
    { ...choice, answerId: 10, textValue: null, score: 4, maximum: 6 },
    { ...text, answerId: null, textValue: 'Because', score: 0, maximum: null },
  ]);
});

test('a question that was not answered is told as asked', () => {
  expect(askedQuestions([choice, text], { answers: [], asked: null })).toEqual([
    { ...choice, answerId: null, textValue: null, score: 0, maximum: 6 },
    { ...text, answerId: null, textValue: null, score: 0, maximum: null },
  ]);
});

test('findings and hidden questions are marked where the survey names findings', () => {
  const coded: EditionQuestion = { ...choice, code: 'FO-012' };
  const showIf = [{ questionId: 1, is: [11] }];
  const child: EditionQuestion = { ...choice, id: 3, order: 3, showIf };
  const answers = [{ questionId: 1, answerId: 10, textValue: null, score: 4 }];
  const asked = (questions: EditionQuestion[], rules = {}) =>
    askedQuestions(questions, { answers, asked: null }, rules).map(({ finding, hidden }) => [
      finding,
      hidden,
    ]);
  expect(asked([coded, child])).toEqual([
    [true, undefined],
    [undefined, true],
  ]);
  expect(asked([choice])).toEqual([[undefined, undefined]]);
  // 4 of 6 points are 66.7 %.
  expect(asked([choice], { findingLine: 60 })).toEqual([[undefined, undefined]]);
  expect(asked([choice], { findingLine: 67 })).toEqual([[true, undefined]]);
});

test('an answer to a question that was not asked is left out', () => {
  const stray = { questionId: 9, answerId: 90, textValue: null, score: 5 };
  expect(askedQuestions([text], { answers: [stray], asked: null }).map((one) => one.id)).toEqual([
    2,
  ]);
});
