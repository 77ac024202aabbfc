import { describe, expect, it } from 'vitest';

import type { Condition } from '#domain/surveys/condition.ts';
import type { Question } from '#domain/surveys/question.ts';
import {
  blankCondition,
  conditionsOf,
  conditionWords,
  earlierChoices,
  toShowIf,
} from './condition-draft.ts';

const question = (id: number, type: Question['type'], texts: readonly string[]): Question => ({
  ...{ id, surveyId: 1, text: `Question ${id}`, type, required: false, order: id, weight: 1 },
  ...{ kpeCategory: null, code: null, section: '' },
  answers: texts.map((text, place) => ({
    ...{ id: 10 * id + place, questionId: id, text, score: 0, isCorrect: false, order: place + 1 },
  })),
});
const all = [
  question(1, 'radio', ['Yes', 'Partly', 'No']),
  question(2, 'text', []),
  question(3, 'scale', ['1', '2']),
  question(4, 'radio', []),
  question(5, 'radio', ['Yes', 'No']),
];

describe('conditions', () => {
  it('can name earlier questions that have options', () => {
    const ids = (...[ownId, order]: [number | undefined, number]) =>
      earlierChoices(all, ownId, order).map(({ id }) => id);
    expect(ids(undefined, 6)).toEqual([1, 3, 5]);
    expect(ids(undefined, 5)).toEqual([1, 3]);
    expect(ids(5, 5)).toEqual([1, 3]);
    expect(ids(1, 1)).toEqual([]);
    // A question that is moved after others can name those too.
    expect(ids(1, 5)).toEqual([3, 5]);
    expect(ids(5, 0)).toEqual([]);
  });

  it('are the same after they were written as before', () => {
    const showIf: Condition[] = [
      { questionId: 1, is: [10, 11] },
      { questionId: 3, isNot: [30] },
    ];
    const drafts = conditionsOf(showIf);
    expect(toShowIf(drafts)).toEqual(showIf);
    expect(blankCondition(drafts).key).toBe(2);
    expect(blankCondition(drafts.slice(1)).key).toBe(2);
  });

  it('are said in words', () => {
    const showIf: Condition[] = [
      { questionId: 1, is: [10, 11] },
      { questionId: 3, isNot: [30] },
    ];
    expect(conditionWords(showIf, all)).toBe(
      'question 1 is Yes or Partly, and question 3 is not 1',
    );
  });
});
