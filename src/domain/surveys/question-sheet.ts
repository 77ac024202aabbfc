import type { Headings } from '#domain/headed-table.ts';
import { mostOptions, noCategory, type Question } from './question.ts';

/**
 * The question workbook (rule 17): one row is one question with its options. The template, the
 * export, the import and its messages are made of this.
 */
export const questionSheet = 'Questions';

/** The heading of each field's column, in order; the options' columns follow. */
export const fieldHeadings = {
  text: 'Question Text',
  type: 'Type',
  required: 'Required',
  order: 'Order',
  weight: 'Weight',
  kpeCategory: 'KPE Category',
} as const;
export type QuestionField = keyof typeof fieldHeadings;

/** An option's number in its row, 1 to 8. */
export const optionSlots = Array.from({ length: mostOptions }, (_, index) => index + 1);
/** The headings of an option's two columns, by its number. */
export const optionText = (slot: number) => `Answer ${slot} Text`;
export const optionScore = (slot: number) => `Answer ${slot} Score`;

/** All columns of the template, in order. */
export const questionHeadings: readonly string[] = [
  ...Object.values(fieldHeadings),
  ...optionSlots.flatMap((slot) => [optionText(slot), optionScore(slot)]),
];
/**
 * A last column that an export has where a question of it marks options as correct, so that none of
 * that is lost: the numbers of those options, as in "1, 3".
 */
export const correctHeading = 'Correct Answers';
export const everyHeading: readonly string[] = [...questionHeadings, correctHeading];

/** Two must be there; the rest is left to defaults where a file has no column for it. */
export const questionFileHeadings: Headings<string> = {
  every: everyHeading,
  needed: [fieldHeadings.text, fieldHeadings.type],
};

export type SheetQuestion = Pick<Question, QuestionField> & {
  answers: readonly Pick<Question['answers'][number], 'text' | 'score' | 'isCorrect'>[];
};

/** The headings, and a row for each question that reads back as what it was. */
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
