import { expect, test } from 'vitest';

import { setUpSteps, type Counted } from './set-up-steps.ts';

const nothing: Counted = { hotels: 0, surveys: 0, people: 1, responses: 0 };

const doneOf = (counted: Partial<Counted>) =>
  setUpSteps({ ...nothing, ...counted }).flatMap(({ key, isDone }) => (isDone ? [key] : []));

test('each step is done as soon as the server has one', () => {
  expect(doneOf({})).toEqual([]);
  expect(doneOf({ hotels: 1 })).toEqual(['hotels']);
  expect(doneOf({ surveys: 1 })).toEqual(['surveys']);
  expect(doneOf({ people: 2 })).toEqual(['people']);
  expect(doneOf({ responses: 1 })).toEqual(['responses']);
});

test('whoever may not read the accounts has been given one', () => {
  expect(doneOf({ people: undefined })).toEqual(['people']);
});

test('the interview says what it waits for', () => {
  const textOf = (counted: Partial<Counted>) => setUpSteps({ ...nothing, ...counted })[3]?.text;
  expect(textOf({ hotels: 1 })).toBe('It needs a hotel and a survey.');
  expect(textOf({ hotels: 1, surveys: 1 })).toMatch(/^Choose a hotel/);
});
