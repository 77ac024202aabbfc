import { expect, test } from 'vitest';

import { scoreResponse } from '#domain/scoring/score-response.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { reportOf } from './weakest-answers.ts';

function aQuestion(id: number, points: number[], kpeCategory: EditionQuestion['kpeCategory']) {
  const answers = points.map((score, place) => ({
    ...{ id: id * 10 + place, text: `${score} points`, score, isCorrect: false, order: place + 1 },
  }));
  const type: EditionQuestion['type'] = points.length > 0 ? 'radio' : 'text';
  const asked = { required: false, text: `Question ${id}`, order: id, weight: id };
  return { ...asked, id, type, kpeCategory, answers };
}

const questions = [
  aQuestion(1, [0, 10], 'The Right Fit'),
  aQuestion(2, [5, 10], 'The Right Fit'),
  aQuestion(3, [0, 20], 'The Right Action'),
  aQuestion(4, [], null),
  aQuestion(5, [0, 10], 'The Right Environment'),
  aQuestion(6, [0, 10], null),
];
const chose = (questionId: number, place: number) => ({
  ...{ questionId, answerId: questionId * 10 + place, textValue: null },
});
const words = { questionId: 4, answerId: null, textValue: 'Fine' };

test('the three answers that lost the most, and of equal ones the one that was asked first', () => {
  const responseAnswers = [chose(6, 0), chose(1, 0), chose(2, 0), chose(3, 0), words];
  const { weakest } = reportOf({ responseAnswers }, { questions });
  expect(weakest.map(({ questionId, lost, maximum }) => [questionId, lost, maximum])).toEqual([
    [3, 20, 20],
    [1, 10, 10],
    [6, 10, 10],
  ]);
  expect(weakest[0]).toMatchObject({ number: 3, question: 'Question 3', answer: '0 points' });
});

test('what lost nothing, was not answered or is not scored is no weak answer', () => {
  const responseAnswers = [chose(1, 1), words];
  expect(reportOf({ responseAnswers }, { questions }).weakest).toEqual([]);
});

test('its figures are the scorer’s, and a category that nothing was scored in is left out', () => {
  const responseAnswers = [chose(1, 0), chose(2, 1), chose(3, 1)];
  const scored = scoreResponse(questions, responseAnswers);
  const report = reportOf({ responseAnswers }, { questions });
  expect(report).toMatchObject({ totalScore: scored.totalScore, maxScore: scored.maxScore });
  expect(report.categories).toEqual([
    { category: 'The Right Fit', sums: scored.categories['The Right Fit'] },
    { category: 'The Right Action', sums: scored.categories['The Right Action'] },
  ]);
});
