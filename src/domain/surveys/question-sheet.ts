import type { Headings } from '#domain/headed-table.ts';
import { mostOptions, noCategory, type Question } from './question.ts';

/**
 * The sheet of the question workbook (rule 17), in which one row is one question with its options.
 * The template, the export, the import and its messages are all built from this file.
 */
export const questionSheet = 'Questions';

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
 * The heading of a last column that an export has only if some question marks correct options, so
 * that the marks are not lost. It holds the numbers of those options: "1, 3".
 */
export const correctHeading = 'Correct Answers';
export const everyHeading: readonly string[] = [...questionHeadings, correctHeading];

/**
 * The headings of a file. Two columns are required; for a missing other column the defaults apply.
 */
export const questionFileHeadings: Headings<string> = {
  every: everyHeading,
  needed: [fieldHeadings.text, fieldHeadings.type],
};

export type SheetQuestion = Pick<Question, QuestionField> & {
  answers: readonly Pick<Question['answers'][number], 'text' | 'score' | 'isCorrect'>[];
};

/**
 * Returns the headings and a row for each question. Importing the rows gives the same questions
 * again.
 */
export function questionRows(questions: readonly SheetQuestion[]): (string | number | null)[][] {
  const marks = questions.some(({ answers }) => answers.some(({ isCorrect }) => isCorrect));
  return [
    [...(marks ? everyHeading : questionHeadings)],
    ...questions.map((question) => [
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
      ...(marks ? [correctOptions(question)] : []),
    ]),
  ];
}

function correctOptions({ answers }: SheetQuestion): string | null {
  return optionSlots.filter((slot) => answers[slot - 1]?.isCorrect).join(', ') || null;
}
