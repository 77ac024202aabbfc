import { answerTypes, questionTypes } from '#domain/answers/answer-types.ts';
import { columnLetters } from '#domain/headed-table.ts';
import { mostSections } from '#domain/surveys/fit-together.ts';
import {
  evidenceNeeds,
  heaviestWeight,
  kpeCategories,
  longestCode,
  longestGuidance,
  mostOptions,
  mostPoints,
  noCategory,
} from '#domain/surveys/question.ts';
import { mostQuestionRows } from '#domain/surveys/question-import.ts';
import {
  correctHeading,
  fieldHeadings,
  findingHeading,
  furtherColumns,
  furtherHeadings,
  instructionsSheet,
  noFindingHeading,
  optionScore,
  optionSlots,
  questionHeadings,
  questionRows,
  questionSheet,
  type SheetQuestion,
} from '#domain/surveys/question-sheet.ts';
import { headingStyle, writeWorkbook, type WriteSheet } from '#server/files/write-table.ts';
import { sampleQuestions } from './sample-questions.ts';

/** Returns a workbook of a survey's questions, to be edited and imported into another survey. */
export function questionWorkbook(questions: readonly SheetQuestion[]): Promise<Buffer> {
  return workbookOf(questions, {
    further: furtherColumns(questions),
    aboutRows:
      "are the survey's questions. An import adds them after the questions that a survey already has.",
  });
}

/** Returns the workbook to fill in for this survey (rule 17), with the further columns that it needs. */
export function questionTemplate(survey: readonly SheetQuestion[]): Promise<Buffer> {
  return workbookOf(sampleQuestions, {
    further: furtherColumns(survey),
    aboutRows:
      'are examples, which can be imported as they stand. Replace them with your own questions, and keep the headings.',
  });
}

/**
 * Returns a workbook whose cells offer the allowed values, and whose second sheet explains the columns and says
 * what the rows of the first sheet are.
 */
function workbookOf(
  questions: readonly SheetQuestion[],
  { further, aboutRows }: { further: readonly string[]; aboutRows: string },
): Promise<Buffer> {
  const rows = questionRows(questions, further);
  const explained = [
    ...instructions(further),
    [],
    ['The rows on the first sheet', aboutRows],
    [
      'Pass rules',
      'are not in this file, and an import does not change them. Set them on the survey itself.',
    ],
  ];
  return writeWorkbook([
    {
      name: questionSheet,
      rows,
      columns: (rows[0] ?? []).map((heading) => ({ width: widthOf(String(heading)) })),
      cells: headingCells(rows),
      dataValidations: validations(further),
      freezePane: { rows: 1, columns: 1 },
    },
    {
      name: instructionsSheet,
      rows: explained,
      columns: [{ width: 28 }, { width: 90 }],
      cells: headingCells(explained),
      freezePane: { rows: 1 },
    },
  ]);
}

function widthOf(heading: string): number {
  if (heading === fieldHeadings.text || heading === furtherHeadings.guidance) return 60;
  if (heading === fieldHeadings.kpeCategory) return 22;
  if (heading.endsWith('Text')) return 26;
  return heading.startsWith('Answer') || heading.endsWith('Answers') ? 16 : 14;
}

function headingCells([heading = []]: readonly (readonly unknown[])[]) {
  return new Map(heading.map((_, column) => [`0,${column}`, { style: headingStyle }]));
}

const furtherLists: Readonly<Record<string, readonly string[]>> = {
  [furtherHeadings.critical]: ['Yes', 'No'],
  [furtherHeadings.allowNa]: ['Yes', 'No'],
  [furtherHeadings.evidence]: evidenceNeeds,
};

type Validation = NonNullable<WriteSheet['dataValidations']>[number];

function validations(further: readonly string[]): Validation[] {
  const list = (heading: string, values: readonly string[]): Validation => ({
    type: 'list',
    values: [...values],
    ...rule([heading], `Please choose one of ${values.join(', ')}.`, further),
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
      further,
    ),
  });
  return [
    list(fieldHeadings.type, [...questionTypes]),
    list(fieldHeadings.required, ['Yes', 'No']),
    list(fieldHeadings.kpeCategory, [noCategory, ...kpeCategories]),
    whole([fieldHeadings.order], 1),
    whole([fieldHeadings.weight], 1, heaviestWeight),
    ...further.flatMap((heading) => {
      const values = furtherLists[heading];
      return values ? [list(heading, values)] : [];
    }),
    whole(optionSlots.map(optionScore), 0, mostPoints),
  ];
}

/**
 * Returns the common part of a validation for these columns, in every row that can hold a question.
 */
function rule(headings: readonly string[], errorMessage: string, further: readonly string[]) {
  const ranges = headings.map((heading) => {
    const letter = columnLetters([...questionHeadings, ...further].indexOf(heading));
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

/** What the second sheet says about each further column, if the workbook has it. */
const furtherWords: Readonly<Record<string, string>> = {
  [furtherHeadings.code]: `The brand's own number for what the question checks, such as FO-012; up to ${longestCode} characters. No two questions of a survey have the same.`,
  [furtherHeadings.section]: `The part of the survey that the question belongs to; up to ${mostSections} in a survey.`,
  [furtherHeadings.critical]:
    'Yes or No; No where it is blank. A finding here fails the interview.',
  [furtherHeadings.allowNa]: 'Yes or No; No where it is blank.',
  [furtherHeadings.evidence]: `When a photo or document is asked for: ${evidenceNeeds.join(', ')}; optional where it is blank.`,
  [furtherHeadings.guidance]: `Explains the question to the interviewer; up to ${longestGuidance.toLocaleString('en')} characters.`,
  [findingHeading]:
    'The numbers of the answers that are a finding whatever their points, as in 1, 3.',
  [noFindingHeading]: 'The numbers of the answers that are never a finding.',
  [furtherHeadings.showIf]:
    'When the question is asked, by the Order of an earlier question in this file and the numbers of its answers: 3 = 1, 2, or 3 != 1 for every other answer. Several are separated by a semicolon, and all must hold.',
};

const instructions = (further: readonly string[]) => [
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
  ...further.flatMap((heading) => {
    const words = furtherWords[heading];
    return words === undefined ? [] : [[heading, words]];
  }),
];
