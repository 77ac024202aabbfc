import { describe, expect, it } from 'vitest';

import type { EditionQuestion } from '#domain/surveys/edition.ts';
import type { QuestionType } from '#domain/answers/answer-types.ts';
import type { KpeCategory } from '#domain/surveys/question.ts';
import { surveyFigures } from './survey-figures.ts';

const question = (
  kpeCategory: KpeCategory | null,
  weight: number,
  type: QuestionType = 'radio',
): EditionQuestion => ({
  id: weight,
  text: 'How?',
  type,
  required: false,
  order: 1,
  weight,
  kpeCategory,
  answers:
    type === 'text'
      ? []
      : [5, 10].map((score, index) => ({
          ...{ id: score, text: `${score}`, score },
          ...{ isCorrect: false, order: index + 1 },
        })),
});

describe('figures of a survey', () => {
  it('shares the weight of scored questions among the categories', () => {
    const { maximum, shares } = surveyFigures([
      question('The Right Fit', 1),
      question('The Right Fit', 2),
      question('The Right Action', 3),
      question(null, 4),
      question('The Right Environment', 10, 'text'),
    ]);
    expect(maximum).toBe(40);
    expect(shares).toEqual([
      { category: 'The Right Fit', count: 2, percent: 30 },
      { category: 'The Right Action', count: 1, percent: 30 },
      { category: 'The Right Environment', count: 0, percent: 0 },
      { category: null, count: 1, percent: 40 },
    ]);
  });

  it('has no share to tell where nothing is scored', () => {
    const { maximum, shares } = surveyFigures([question('The Right Fit', 1, 'text')]);
    expect(maximum).toBe(0);
    expect(shares.map(({ percent }) => percent)).toEqual([null, null, null]);
  });
});
