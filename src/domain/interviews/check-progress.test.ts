import { expect, test } from 'vitest';

import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { findMisfits } from './check-progress.ts';

const common = { required: true, weight: 1, kpeCategory: null };
const option = (id: number) => ({ id, text: 'Yes', score: 5, isCorrect: false, order: 1 });
const questions: EditionQuestion[] = [
  { ...common, id: 7, order: 1, type: 'radio', text: 'Greeted?', answers: [option(70)] },
  { ...common, id: 8, order: 2, type: 'text', text: 'What else?', answers: [] },
];
const chosen = (answerId: number) => ({ answerId, score: 0, textValue: null });
const written = (textValue: string) => ({ answerId: null, score: 0, textValue });

test('answers that the questions can have had fit, and so do those taken back', () => {
  expect(findMisfits(questions, { 7: chosen(70), 8: written('Nothing') })).toEqual([]);
  expect(findMisfits(questions, { 7: null, 8: null })).toEqual([]);
  expect(findMisfits(questions, { 7: { ...chosen(70), textValue: '' } })).toEqual([]);
});

test('each answer that does not fit its question is named with its path', () => {
  expect(findMisfits(questions, { 7: chosen(71), 9: null })).toEqual([
    { path: 'progress.7.answerId', message: 'This question has no such answer option' },
    { path: 'progress.9', message: 'This survey has no such question' },
  ]);
  expect(findMisfits(questions, { 7: written('Yes'), 8: chosen(70) })).toEqual([
    {
      path: 'progress.7.textValue',
      message: 'This question is answered by choosing an option, not with text',
    },
    { path: 'progress.8.answerId', message: 'This question has no such answer option' },
  ]);
});

test('not applicable fits where the question allows it, and notes fit every question', () => {
  const na = { answerId: null, score: 0, textValue: null, na: true } as const;
  const lenient = questions.map((question) => ({ ...question, allowNa: true as const }));
  expect(findMisfits(lenient, { 7: na, 8: na }, { 7: 'No spa', 8: '' })).toEqual([]);
  expect(findMisfits(questions, { 7: na }, { 9: 'Where?' })).toEqual([
    { path: 'progress.7.na', message: 'This question cannot be marked not applicable' },
    { path: 'remarks.9', message: 'This survey has no such question' },
  ]);
});
