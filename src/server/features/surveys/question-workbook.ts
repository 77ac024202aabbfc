import { answerTypes, questionTypes } from '#domain/answers/answer-types.ts';
import {
  heaviestWeight,
  kpeCategories,
  mostOptions,
  mostPoints,
  noCategory,
} from '#domain/surveys/question.ts';
import { mostQuestionRows } from '#domain/surveys/question-import.ts';
import {
  correctHeading,
  fieldHeadings,
  optionScore,
  optionSlots,
  questionHeadings,
  questionRows,
  questionSheet,
  type SheetQuestion,
} from '#domain/surveys/question-sheet.ts';
import { headingStyle, writeWorkbook, type WriteSheet } from '#server/files/write-table.ts';

/**
 * Returns a workbook of these questions, to be edited and imported (rule 17). Its cells offer the
 * allowed values, and a second sheet explains the columns.
 */
export function questionWorkbook(questions: readonly SheetQuestion[]): Promise<Buffer> {
  const rows = questionRows(questions);
  return writeWorkbook([
    {
      name: questionSheet,
      rows,
      columns: (rows[0] ?? []).map((heading) => ({ width: widthOf(String(heading)) })),
      cells: headingCells(rows),
      dataValidations: validations(),
      freezePane: { rows: 1, columns: 1 },
    },
    {
      name: 'Instructions',
      rows: instructions,
      columns: [{ width: 28 }, { width: 90 }],
      cells: headingCells(instructions),
      freezePane: { rows: 1 },
    },
  ]);
}

function widthOf(heading: string): number {
  if (heading === fieldHeadings.text) return 60;
  if (heading === fieldHeadings.kpeCategory) return 22;
  if (heading.endsWith('Text')) return 26;
  return heading.startsWith('Answer') || heading === correctHeading ? 16 : 14;
}

function headingCells([heading = []]: readonly (readonly unknown[])[]) {
  return new Map(heading.map((_, column) => [`0,${column}`, { style: headingStyle }]));
}

type Validation = NonNullable<WriteSheet['dataValidations']>[number];

function validations(): Validation[] {
  const list = (heading: string, values: string[]): Validation => ({
    type: 'list',
    values,
    ...rule([heading], `Please choose one of ${values.join(', ')}.`),
  });
  const whole = (headings: string[], least: number, most?: number): Validation => ({
    type: 'whole',
    operator: most === undefined ? 'greaterThanOrEqual' : 'between',
    formula1: String(least),
    ...(most !== undefined && { formula2: String(most) }),
    ...rule(
      headings,
      most === undefined
        ? `Please enter a whole number of at least ${least}.`
        : `Please enter a whole number from ${least} to ${most}.`,
    ),
  });
  return [
    list(fieldHeadings.type, [...questionTypes]),
    list(fieldHeadings.required, ['Yes', 'No']),
    list(fieldHeadings.kpeCategory, [noCategory, ...kpeCategories]),
    whole([fieldHeadings.order], 1),
    whole([fieldHeadings.weight], 1, heaviestWeight),
    whole(optionSlots.map(optionScore), 0, mostPoints),
  ];
}

/**
 * Returns the common part of a validation for these columns, in every row that can hold a question.
 */
function rule(headings: readonly string[], errorMessage: string) {
  const ranges = headings.map((heading) => {
    const letter = String.fromCodePoint('A'.charCodeAt(0) + questionHeadings.indexOf(heading));
    return `${letter}2:${letter}${mostQuestionRows}`;
  });
  return {
    range: ranges.join(' '),
    allowBlank: true,
    showErrorMessage: true,
    errorTitle: 'Not in this column',
    errorMessage,
  };
}

const withoutOptions = new Intl.ListFormat('en', { type: 'conjunction' }).format(
  questionTypes.filter((type) => !answerTypes[type].hasOptions),
);

const instructions = [
  ['Column', 'What goes in it'],
  [fieldHeadings.text, 'What is asked. Must be filled in; up to 2,000 characters.'],
  [
    fieldHeadings.type,
    `Must be filled in, with one of ${questionTypes.join(', ')}. Questions of type ${withoutOptions} have no answers to choose from.`,
  ],
  [fieldHeadings.required, 'Yes or No; No where it is blank.'],
  [
    fieldHeadings.order,
    'A whole number from 1 on: the order of these questions among each other. They are added after the questions that the survey already has. Rows where it is blank come last, as they stand.',
  ],
  [
    fieldHeadings.weight,
    `A whole number from 1 to ${heaviestWeight}: how much the question counts within its category. 1 where it is blank.`,
  ],
  [
    fieldHeadings.kpeCategory,
    `One of ${[noCategory, ...kpeCategories].join(', ')}; ${noCategory} where it is blank.`,
  ],
  [
    `Answer 1 Text … Answer ${mostOptions} Text`,
    `The answers to choose from, 2 to ${mostOptions}; up to 200 characters each. Blank ones are skipped.`,
  ],
  [
    `Answer 1 Score … Answer ${mostOptions} Score`,
    `The points for choosing it, a whole number from 0 to ${mostPoints}. 0 where it is blank.`,
  ],
  [
    correctHeading,
    'May be added as a last column: the numbers of the answers that are correct, as in 1, 3.',
  ],
  [],
  [
    'The rows on the first sheet',
    'are examples, which can be imported as they stand. Replace them with your own questions, and keep the headings.',
  ],
];
