import { expect, test } from 'vitest';

import type { AskedQuestion } from '#domain/responses/response.ts';
import { findDifferences } from './corrections.ts';

const option = { id: 10, text: 'Yes', score: 5, isCorrect: false, order: 1 };
const asked: AskedQuestion = {
  ...{ id: 1, text: 'Greeted?', type: 'radio', required: true, order: 1, weight: 1 },
  ...{ kpeCategory: null, answers: [option], score: 5, maximum: 5 },
  ...{ answerId: 10, textValue: null },
};
const own = { questionId: 1, answerId: 10, textValue: null };
const between = (stored: Partial<AskedQuestion>, here: object) =>
  findDifferences({ questions: [{ ...asked, ...stored }] }, [{ ...own, ...here }]);

test('not applicable on only one of two devices is a difference, and the correction contains it', () => {
  const na = { answerId: null, notApplicable: true, note: 'Being rebuilt' };
  expect(between({}, na)).toEqual([
    {
      ...{ question: 'Greeted?', own: 'Not applicable · Note: Being rebuilt', stored: 'Yes' },
      answer: { ...own, ...na },
    },
  ]);
  expect(between(na, {})).toMatchObject([{ own: 'Yes', answer: own }]);
  expect(between(na, na)).toEqual([]);
  expect(between(na, { ...na, notApplicable: undefined })).toHaveLength(1);
});

test('a different note is a difference; a note that only the server has is kept and is not', () => {
  expect(between({}, { note: 'By the lift' })).toMatchObject([
    { own: 'Yes · Note: By the lift', stored: 'Yes', answer: { note: 'By the lift' } },
  ]);
  expect(between({ note: 'Theirs' }, {})).toEqual([]);
});
