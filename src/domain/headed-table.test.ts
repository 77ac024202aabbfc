import { expect, test } from 'vitest';

import { findHeadings, fromList } from './headed-table.ts';

test('a heading is known in any case and with any signs, by its figures where it has any', () => {
  const headings = {
    every: ['City', 'Address', 'Answer 1', 'Answer 2', 'Owner'],
    needed: ['City'],
  };
  const found = findHeadings(['ANSWER_2', 'address 1 *', 'address 2', 'answer #1'], headings);
  expect([...found.columns]).toEqual([
    ['Address', 1],
    ['Answer 1', 3],
    ['Answer 2', 0],
  ]);
  expect(found.missing).toEqual(['City']);
});

test.each([
  ['multiple choice', 'multiple_choice'],
  ['ON-SITE', 'Onsite'],
  ['', undefined],
  ['Elsewhere', undefined],
])('%j in a list is %j', (text, word) => {
  expect(fromList(['multiple_choice', 'Onsite'], text)).toBe(word);
});
