import { expect, test } from 'vitest';

import { columnLetters, findHeadings, fromList } from './headed-table.ts';

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

test('a heading of several columns is named with all of them; one that is numbered is another', () => {
  const headings = { every: ['City', 'Address', 'Answer 1'], needed: [] };
  const row = ['City', 'Address 1', 'answer 1', 'CITY', 'Address 2', 'Answer 1', 'city*', 'x', 'x'];
  expect(findHeadings(row, headings).repeated).toMatchObject([
    { heading: 'City', places: [0, 3, 6] },
    { heading: 'Answer 1', places: [2, 5] },
  ]);
});

test.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [51, 'AZ'],
  [52, 'BA'],
  [702, 'AAA'],
])('column %i is %s', (index, name) => {
  expect(columnLetters(index)).toBe(name);
});

test.each([
  ['multiple choice', 'multiple_choice'],
  ['ON-SITE', 'Onsite'],
  ['', undefined],
  ['Elsewhere', undefined],
])('%j in a list is %j', (text, word) => {
  expect(fromList(['multiple_choice', 'Onsite'], text)).toBe(word);
});
