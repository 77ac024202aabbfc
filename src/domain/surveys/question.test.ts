import { describe, expect, it, test } from 'vitest';

import {
  answerOptionInputSchema,
  optionsProblem,
  questionChangeSchema,
  questionInputSchema,
  questionOrderSchema,
} from './question.ts';

const input = { surveyId: 1, text: 'How was it?', type: 'radio' } as const;
type Result = { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined };
const issuesOf = (result: Result) =>
  (result.error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);

test.each([
  ['radio', 0, 'Add at least 2 answer options'],
  ['radio', 1, 'Add at least 2 answer options'],
  ['radio', 2, null],
  ['scale', 8, null],
  ['scale', 9, 'A question can have at most 8 answer options'],
  ['text', 0, null],
  ['textarea', 1, 'A textarea question has no answer options'],
] as const)('a %s question with %i options: %s', (type, count, problem) => {
  expect(optionsProblem(type, count)).toBe(problem);
});

describe('a new question', () => {
  it('has its defaults', () => {
    expect(questionInputSchema.parse(input)).toEqual({
      ...input,
      required: false,
      weight: 1,
      kpeCategory: null,
      code: null,
      section: '',
    });
  });

  it.each([
    [{ text: ' ' }, 'text: Question text is required'],
    [{ text: undefined }, 'text: Question text is required'],
    [{ type: undefined }, 'type: Question type is required'],
    [{ type: null }, 'type: Question type is required'],
    [
      { type: 'essay' },
      'type: Question type must be one of radio, checkbox, text, textarea, scale, multiple_choice',
    ],
    [{ weight: 0 }, 'weight: Weight must be from 1 to 10'],
    [{ weight: 11 }, 'weight: Weight must be from 1 to 10'],
    [{ weight: 1.5 }, 'weight: Weight must be a whole number'],
    [{ order: 0 }, 'order: Order must be at least 1'],
    [{ kpeCategory: 'The Wrong Fit' }, 'kpeCategory: Choose a category from the list'],
    [{ answers: [] }, 'answers: Add at least 2 answer options'],
    [{ answers: [{ text: 'A' }, { text: ' ' }] }, 'answers: Add at least 2 answer options'],
    [{ type: 'text', answers: [{ text: 'A' }] }, 'answers: A text question has no answer options'],
    [
      { answers: [{ text: 'A' }, { text: 'B', score: 1_001 }] },
      'answers.1.score: Points can be at most 1000',
    ],
    [
      { answers: [{ text: 'A' }, { text: 'a\u0000' }] },
      'answers.1.text: Answer text holds a character that cannot be stored',
    ],
  ])('is refused with %j', (given, issue) => {
    expect(issuesOf(questionInputSchema.safeParse({ ...input, ...given }))).toContain(issue);
  });

  it.each([
    ['None', null],
    [null, null],
    ['The Right Fit', 'The Right Fit'],
  ])('has the category %j as %j', (kpeCategory, stored) => {
    expect(questionInputSchema.parse({ ...input, kpeCategory }).kpeCategory).toBe(stored);
  });

  it('skips blank options, also beyond the eighth', () => {
    const blank = { text: '  ' };
    const options = Array.from({ length: 8 }, (_, n) => ({ text: `Option ${n}` }));
    const { answers } = questionInputSchema.parse({
      ...input,
      answers: [blank, ...options, blank],
    });
    expect(answers).toHaveLength(8);
    expect(answers?.[0]).toEqual({ text: 'Option 0', score: 0, isCorrect: false });
  });
});

describe('a change of a question', () => {
  it('holds what was named, and fills in nothing', () => {
    expect(questionChangeSchema.parse({})).toEqual({});
    expect(questionChangeSchema.parse({ weight: 2, kpeCategory: 'None' })).toEqual({
      weight: 2,
      kpeCategory: null,
    });
  });

  it('is refused like a new question, field by field', () => {
    expect(issuesOf(questionChangeSchema.safeParse({ text: '' }))).toEqual([
      'text: Question text is required',
    ]);
  });
});

test('an option that comes alone has a text and whole points', () => {
  expect(answerOptionInputSchema.parse({ questionId: 1, text: ' Yes ' })).toEqual({
    questionId: 1,
    text: 'Yes',
    score: 0,
    isCorrect: false,
  });
  expect(
    issuesOf(answerOptionInputSchema.safeParse({ questionId: 1, text: ' ', score: 0.5 })),
  ).toEqual([
    'text: Answer text is required',
    'score: Points must be a whole number from 0 to 1000',
  ]);
});

test('an order names at most as many questions as a survey may have', () => {
  const questionIds = Array.from({ length: 5_000 }, (_, n) => n + 1);
  expect(questionOrderSchema.safeParse({ questionIds }).success).toBe(true);
  expect(questionOrderSchema.safeParse({ questionIds: [...questionIds, 5_001] }).success).toBe(
    false,
  );
});
