import { markedAsText } from '#domain/cell-error.ts';
import type { Headings } from '#domain/headed-table.ts';
import { mostOptions, noCategory, type Question } from './question.ts';
import { writeShowIf } from './show-if.ts';

/**
 * The sheet of the question workbook (rule 17), in which one row is one question with its options.
 * The template, the export, the import and its messages are all built from this file.
 */
export const questionSheet = 'Questions';
/** The sheet that explains the columns. No import reads it. */
export const instructionsSheet = 'Instructions';

/** The heading of each field's column, in order. The options' columns follow. */
export const fieldHeadings = {
  text: 'Question Text',
  type: 'Type',
  required: 'Required',
  order: 'Order',
  weight: 'Weight',
  kpeCategory: 'KPE Category',
} as const;
export type QuestionField = keyof typeof fieldHeadings;

/** The numbers of the options in a row, 1 to 8. */
export const optionSlots = Array.from({ length: mostOptions }, (_, index) => index + 1);
/** Return the headings of an option's two columns, by the option's number. */
export const optionText = (slot: number) => `Answer ${slot} Text`;
export const optionScore = (slot: number) => `Answer ${slot} Score`;

/** All columns of the template, in order. */
export const questionHeadings: readonly string[] = [
  ...Object.values(fieldHeadings),
  ...optionSlots.flatMap((slot) => [optionText(slot), optionScore(slot)]),
];
/**
 * Headings of further columns. A file has each of them only if some question needs it, so that a
 * survey without such rules has the columns of the template alone.
 */
export const furtherHeadings = {
  code: 'Code',
  section: 'Section',
  critical: 'Critical',
  allowNa: 'N/A Allowed',
  evidence: 'Evidence',
  guidance: 'Guidance',
  showIf: 'Show If',
} as const;
/** Headings of further columns that hold numbers of options: "1, 3". */
export const correctHeading = 'Correct Answers';
export const findingHeading = 'Finding Answers';
export const noFindingHeading = 'No Finding Answers';
const { showIf: showIfHeading, ...beforeFindings } = furtherHeadings;
export const everyHeading: readonly string[] = [
  ...questionHeadings,
  correctHeading,
  ...Object.values(beforeFindings),
  findingHeading,
  noFindingHeading,
  showIfHeading,
];

/**
 * The headings of a file. Two columns are required; for a missing other column the defaults apply.
 */
export const questionFileHeadings: Headings<string> = {
  every: everyHeading,
  needed: [fieldHeadings.text, fieldHeadings.type],
};

type Option = Question['answers'][number];
export type SheetQuestion = Pick<Question, QuestionField> &
  Partial<Pick<Question, 'id' | keyof typeof furtherHeadings>> & {
    answers: readonly (Pick<Option, 'text' | 'score' | 'isCorrect'> &
      Partial<Pick<Option, 'id' | 'finding'>>)[];
  };

/** What a question has in each further column; null for nothing. */
const furtherCells: Record<
  string,
  (question: SheetQuestion, questionOf: ReadonlyMap<number, SheetQuestion>) => string | null
> = {
  [correctHeading]: slotsWhere(({ isCorrect }) => isCorrect),
  [furtherHeadings.code]: ({ code }) => code ?? null,
  [furtherHeadings.section]: ({ section }) => section || null,
  [furtherHeadings.critical]: ({ critical }) => (critical ? 'Yes' : null),
  [furtherHeadings.allowNa]: ({ allowNa }) => (allowNa ? 'Yes' : null),
  [furtherHeadings.evidence]: ({ evidence }) => evidence ?? null,
  [furtherHeadings.guidance]: ({ guidance }) => guidance ?? null,
  [findingHeading]: slotsWhere(({ finding }) => finding === true),
  [noFindingHeading]: slotsWhere(({ finding }) => finding === false),
  [furtherHeadings.showIf]: ({ showIf }, questionOf) =>
    showIf ? writeShowIf(showIf, questionOf) : null,
};

/** Returns the headings of the further columns that these questions need, in order. */
export function furtherColumns(questions: readonly SheetQuestion[]): string[] {
  const none = new Map<number, SheetQuestion>();
  return Object.entries(furtherCells)
    .filter(([, cellOf]) => questions.some((question) => cellOf(question, none) !== null))
    .map(([heading]) => heading);
}

/**
 * Returns the headings and a row for each question. Importing the rows gives the same questions
 * again.
 */
export function questionRows(
  questions: readonly SheetQuestion[],
  further: readonly string[] = furtherColumns(questions),
): (string | number | null)[][] {
  const questionOf = new Map(questions.flatMap((one) => (one.id ? [[one.id, one] as const] : [])));
  return [
    [...questionHeadings, ...further],
    ...questions.map((question) =>
      [
        question.text,
        question.type,
        question.required ? 'Yes' : 'No',
        question.order,
        question.weight,
        question.kpeCategory ?? noCategory,
        ...optionSlots.flatMap((slot) => {
          const option = question.answers[slot - 1];
          return [option?.text ?? null, option?.score ?? null];
        }),
        ...further.map((heading) => furtherCells[heading]?.(question, questionOf) ?? null),
      ].map((cell) => (typeof cell === 'string' ? markedAsText(cell) : cell)),
    ),
  ];
}

function slotsWhere(isMarked: (option: SheetQuestion['answers'][number]) => boolean) {
  return ({ answers }: SheetQuestion): string | null =>
    answers.flatMap((option, index) => (isMarked(option) ? [index + 1] : [])).join(', ') || null;
}
