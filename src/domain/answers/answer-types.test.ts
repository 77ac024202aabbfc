import { expect, test } from 'vitest';

import {
  answerTypes,
  chooseOption,
  hasAnswer,
  isSettledByChoice,
  questionTypes,
  readAnswer,
  type QuestionType,
} from './answer-types.ts';

const answers = [
  { id: 1, text: 'No' },
  { id: 2, text: 'Yes' },
];
const option = { answerId: 2, textValue: null };
const words = (textValue: string) => ({ answerId: null, textValue });

test('the types keep their order, names and properties', () => {
  const told = questionTypes.map((type) => {
    const { name, hasOptions, isScored, stores, isRetired = false } = answerTypes[type];
    return [type, name, stores, hasOptions, isScored, isRetired];
  });
  expect(told).toEqual([
    ['radio', 'Radio', 'answerId', true, true, false],
    ['checkbox', 'Checkbox', 'answerId', true, true, false],
    ['text', 'Text', 'textValue', false, false, false],
    ['textarea', 'Textarea', 'textValue', false, false, false],
    ['scale', 'Scale', 'answerId', true, true, false],
    ['multiple_choice', 'Multiple choice', 'answerId', true, true, true],
  ]);
});

test('one choice settles a question, but not where it can be taken back, nor a text', () => {
  const settled = questionTypes.filter((type) => isSettledByChoice({ type }));
  expect(settled).toEqual(['radio', 'scale', 'multiple_choice']);
});

test.each(questionTypes)('an answer to a %s question is what its type stores', (type) => {
  const { stores } = answerTypes[type];
  expect(hasAnswer({ type }, null)).toBe(false);
  expect(hasAnswer({ type }, words(' \n'))).toBe(false);
  expect(hasAnswer({ type }, option)).toBe(stores === 'answerId');
  expect(hasAnswer({ type }, words('Fine'))).toBe(stores === 'textValue');
});

test.each(questionTypes)('an answer to a %s question reads as it was given', (type) => {
  expect(readAnswer({ type, answers }, null)).toBeNull();
  expect(readAnswer({ type, answers }, words(''))).toBeNull();
  expect(readAnswer({ type, answers }, option)).toBe('Yes');
  expect(readAnswer({ type, answers }, words('Fine'))).toBe('Fine');
});

test.each(questionTypes)('a %s question refuses words where it takes an option', (type) => {
  const { refuse, hasOptions } = answerTypes[type];
  expect(refuse(' ')).toBeNull();
  const why = 'This question is answered by choosing an option, not with text';
  expect(refuse('Fine')).toBe(hasOptions ? why : null);
});

test.each<[QuestionType, number | null]>([
  ['radio', 2],
  ['scale', 2],
  ['checkbox', null],
])('choosing the chosen option of a %s question again leaves %j', (type, expected) => {
  expect(chooseOption({ type }, null, 2)).toEqual(option);
  expect(chooseOption({ type }, { answerId: 1, textValue: null }, 2)).toEqual(option);
  expect(chooseOption({ type }, option, 2)).toEqual({ answerId: expected, textValue: null });
});
