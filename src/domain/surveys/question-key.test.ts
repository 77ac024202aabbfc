import { expect, test } from 'vitest';

import { idsOfKeys, questionKey } from './question-key.ts';

test('a code stands for the same standard in every survey, in any case of its letters', () => {
  expect(questionKey({ id: 1, code: 'fo-012' })).toBe('code:FO-012');
  expect(questionKey({ id: 2, code: 'FO-012' })).toBe('code:FO-012');
});

test('a question without a code is its own, and a code is never taken for the id of another', () => {
  expect(questionKey({ id: 417, code: null })).toBe('id:417');
  expect(questionKey({ id: 1, code: '417' })).toBe('code:417');
});

test('keys lead to the questions of an edition, in its order', () => {
  const questions = [{ id: 3, code: 'A' }, { id: 1 }, { id: 2, code: 'b' }];
  expect(idsOfKeys(questions, ['code:B', 'code:A', 'id:9'])).toEqual([3, 2]);
});
