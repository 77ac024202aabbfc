import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { findHeadings } from '#domain/headed-table.ts';
import { answerTypes, questionTypes } from '#domain/answers/answer-types.ts';
import { asOneLine } from '#domain/text.ts';
import { kpeCategories } from './question.ts';
import { importTogether } from './import-together.ts';
import { readQuestionRow, type ImportedQuestion } from './question-import.ts';
import {
  correctHeading,
  everyHeading,
  questionFileHeadings,
  questionHeadings,
  questionRows,
  type SheetQuestion,
} from './question-sheet.ts';

const surveyId = 7;
const { columns } = findHeadings(everyHeading, questionFileHeadings);
const usual = {
  'Question Text': 'Is the guest greeted?',
  Type: 'radio',
  'Answer 1 Text': 'Yes',
  'Answer 1 Score': '10',
  'Answer 2 Text': 'No',
};
const read = (cells: Record<string, string> = {}) => {
  const row: Record<string, string> = { ...usual, ...cells };
  return readQuestionRow(
    everyHeading.map((heading) => row[heading] ?? ''),
    columns,
    surveyId,
  );
};
const problemsOf = (cells: Record<string, string>) => {
  const result = read(cells);
  return 'problems' in result
    ? result.problems.map(({ column, error }) => `${column}: ${error}`)
    : [];
};
const noAnswers = { 'Answer 1 Text': '', 'Answer 1 Score': '', 'Answer 2 Text': '' };

describe('the heading', () => {
  test('has the columns of the workbook, in order', () => {
    expect(questionHeadings.slice(0, 8).join()).toBe(
      'Question Text,Type,Required,Order,Weight,KPE Category,Answer 1 Text,Answer 1 Score',
    );
    expect(questionHeadings.slice(-2)).toEqual(['Answer 8 Text', 'Answer 8 Score']);
    expect(questionHeadings).toHaveLength(22);
  });

  test('is found in any order and case, and what is missing is named', () => {
    const found = findHeadings(
      ['answer 1 text', '__proto__', 'TYPE ', '', 'Weight'],
      questionFileHeadings,
    );
    expect([...found.columns]).toEqual([
      ['Type', 2],
      ['Weight', 4],
      ['Answer 1 Text', 0],
    ]);
    expect(found.missing).toEqual(['Question Text']);
  });
});

describe('a row', () => {
  test('is a question, what it leaves blank being the default', () => {
    expect(read()).toEqual({
      ...{ slots: [1, 2], showIf: [] },
      question: {
        surveyId,
        text: 'Is the guest greeted?',
        type: 'radio',
        required: false,
        order: undefined,
        weight: 1,
        kpeCategory: null,
        answers: [
          { text: 'Yes', score: 10, isCorrect: false },
          { text: 'No', score: 0, isCorrect: false },
        ],
        code: null,
        section: '',
      },
    });
  });

  test.each([
    [{ Type: 'Multiple Choice' }, { type: 'multiple_choice' }],
    [
      { ...noAnswers, Type: 'Text Area' },
      { type: 'textarea', answers: [] },
    ],
    [{ Required: 'yes' }, { required: true }],
    [{ Required: 'TRUE' }, { required: true }],
    [{ Required: '0' }, { required: false }],
    [{ 'KPE Category': 'the right fit' }, { kpeCategory: 'The Right Fit' }],
    [{ 'KPE Category': 'none' }, { kpeCategory: null }],
    [
      { Order: '3', Weight: '10' },
      { order: 3, weight: 10 },
    ],
  ])('%j', (cells, expected) => {
    expect(read(cells)).toMatchObject({ question: expected });
  });

  test('skips blank options, and keeps the marks of the others', () => {
    const cells = { 'Answer 2 Text': '', 'Answer 3 Text': 'Often', 'Answer 8 Text': 'Never' };
    expect(read({ ...cells, [correctHeading]: '1, 8' })).toMatchObject({
      question: {
        answers: [
          { text: 'Yes', isCorrect: true },
          { text: 'Often', isCorrect: false },
          { text: 'Never', isCorrect: true },
        ],
      },
    });
  });

  test.each([
    [{ 'Question Text': '' }, 'Question Text: Question text is required'],
    [
      { 'Question Text': 'x'.repeat(2_001) },
      'Question Text: Question text can have at most 2,000 characters',
    ],
    [{ Type: '' }, 'Type: Question type is required'],
    [
      { Type: 'stars' },
      'Type: Type must be one of radio, checkbox, text, textarea, scale, multiple_choice',
    ],
    [{ Required: 'perhaps' }, 'Required: Required must be one of Yes, No'],
    [{ Required: 'constructor' }, 'Required: Required must be one of Yes, No'],
    [{ Order: '0' }, 'Order: Order must be at least 1'],
    [{ Order: 'first' }, 'Order: Order must be a whole number'],
    [{ Order: '100001' }, 'Order: Order can be at most 100,000'],
    [{ Order: '1e2' }, 'Order: Order must be a whole number'],
    [{ Weight: '0x5' }, 'Weight: Weight must be a whole number'],
    [{ Weight: '2.000' }, 'Weight: Weight must be a whole number'],
    [{ Weight: '11' }, 'Weight: Weight must be from 1 to 10'],
    [{ Weight: '2.5' }, 'Weight: Weight must be a whole number'],
    [
      { 'KPE Category': 'The Right Price' },
      'KPE Category: KPE Category must be one of None, The Right Fit, The Right Action, The Right Environment',
    ],
    [{ 'Answer 1 Score': '-1' }, 'Answer 1 Score: Points cannot be negative'],
    [{ 'Answer 1 Score': '1001' }, 'Answer 1 Score: Points can be at most 1000'],
    ...['ten', '1.000', '1,000', '1e2', '0x10', '5.0', '+5'].map(
      (score): [Record<string, string>, string] => [
        { 'Answer 1 Score': score },
        'Answer 1 Score: Points must be a whole number from 0 to 1000',
      ],
    ),
    [{ 'Answer 5 Score': '4' }, 'Answer 5 Text: Answer 5 has a score, but no text'],
    [
      { 'Answer 2 Text': 'x'.repeat(201) },
      'Answer 2 Text: Answer text can have at most 200 characters',
    ],
    [{ 'Answer 2 Text': '' }, 'Answer 2 Text: Add at least 2 answer options'],
    [{ Type: 'text' }, 'Answer 1 Text: A text question has no answer options'],
    [
      { [correctHeading]: '1, 3' },
      `${correctHeading}: Give the numbers of answers that have a text`,
    ],
    [
      { [correctHeading]: '0x1' },
      `${correctHeading}: Give the numbers of answers that have a text`,
    ],
    [
      { [correctHeading]: 'all' },
      `${correctHeading}: Give the numbers of answers that have a text`,
    ],
    [
      { 'Answer 2 Text': '#VALUE!' },
      'Answer 2 Text: Answer 2 Text holds the error #VALUE! in place of a value',
    ],
    [
      { 'Answer 2 Text': '2026-01-02T00:00:00.000Z' },
      'Answer 2 Text: Answer 2 Text holds a date or time. Format the cell as text, and type the value again',
    ],
    [{ Type: '#N/A' }, 'Type: Type holds the error #N/A in place of a value'],
  ])('%j is refused', (cells, problem) => {
    expect(problemsOf(cells)).toEqual([problem]);
  });

  test('tells all that is wrong with it at once', () => {
    const cells = { ...noAnswers, 'Question Text': '', Weight: '0', 'KPE Category': '?' };
    expect(problemsOf(cells).map((problem) => problem.split(':')[0])).toEqual([
      'KPE Category',
      'Question Text',
      'Weight',
      'Answer 1 Text',
    ]);
  });
});

test('the order column orders, blanks come last, and equals stay as they were', () => {
  const given: [string, number | undefined][] = [
    ['c', undefined],
    ['b', 2],
    ['a', 1],
    ['d', undefined],
    ['e', 2],
  ];
  const questions = given.map(([text, order]) => ({ text, order }) as ImportedQuestion);
  const rows = questions.map((question, row) => ({ row, question, slots: [], showIf: [] }));
  const { good } = importTogether(rows, []);
  expect(good.map(({ question: { text } }) => text).join('')).toBe('abecd');
});

describe('what was written', () => {
  const words = (longest: number) =>
    fc
      .oneof(
        { weight: 9, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }) },
        // What a spreadsheet has for a failed formula or a date, typed by a person as text.
        fc.constantFrom('#N/A', "'#REF!", "''Err:502", '2026-03-15T00:00:00.000Z'),
      )
      .map((text) => asOneLine(text).slice(0, longest).toWellFormed().replaceAll('\u0000', ''))
      .filter((text) => text.trim() !== '');
  const option = fc.record({
    text: words(200),
    score: fc.integer({ min: 0, max: 1_000 }),
    isCorrect: fc.boolean(),
  });
  const question: fc.Arbitrary<SheetQuestion> = fc
    .record({
      text: words(2_000),
      type: fc.constantFrom(...questionTypes),
      required: fc.boolean(),
      order: fc.integer({ min: 1, max: 5_000 }),
      weight: fc.integer({ min: 1, max: 10 }),
      kpeCategory: fc.constantFrom(null, ...kpeCategories),
      answers: fc.array(option, { minLength: 2, maxLength: 8 }),
    })
    .map((one) => (answerTypes[one.type].hasOptions ? one : { ...one, answers: [] }));

  test('reads back as it was', () => {
    fc.assert(
      fc.property(fc.array(question, { minLength: 1, maxLength: 5 }), (questions) => {
        const [heading = [], ...rows] = questionRows(questions).map((row) =>
          row.map((cell) => String(cell ?? '')),
        );
        const found = findHeadings(heading, questionFileHeadings);
        expect(found.missing).toEqual([]);
        expect(rows.map((row) => readQuestionRow(row, found.columns, surveyId))).toMatchObject(
          questions.map((one) => ({ question: { ...one, surveyId, code: null, section: '' } })),
        );
      }),
    );
  });

  test('has a column for correct answers only where there are any', () => {
    const plain: SheetQuestion = {
      text: 'Q',
      type: 'radio',
      required: true,
      order: 1,
      weight: 1,
      kpeCategory: null,
      answers: [
        { text: 'Yes', score: 1, isCorrect: false },
        { text: 'No', score: 0, isCorrect: false },
      ],
    };
    expect(questionRows([plain])[0]).toEqual(questionHeadings);
    const marked = { ...plain, answers: plain.answers.map((one) => ({ ...one, isCorrect: true })) };
    const [heading, first, second] = questionRows([marked, plain]);
    expect(heading).toEqual([...questionHeadings, correctHeading]);
    expect(first?.at(-1)).toBe('1, 2');
    expect(second?.at(-1)).toBe(null);
  });
});
