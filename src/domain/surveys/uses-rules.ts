import type { Edition, EditionQuestion } from './edition.ts';

/** The fields of a question that one without rules lacks. */
const ruleFields = [
  'code',
  'section',
  'guidance',
  'critical',
  'allowNa',
  'evidence',
  'showIf',
] as const satisfies readonly (keyof EditionQuestion)[];

/**
 * Returns whether a survey uses anything of the rules of asking and scoring. What an interview offers
 * for them is not shown in the others.
 */
export function usesRules({
  questions,
  rules = {},
}: Pick<Edition, 'questions' | 'rules'>): boolean {
  return (
    Object.keys(rules).length > 0 ||
    questions.some(
      (question) =>
        ruleFields.some((field) => question[field] !== undefined) ||
        question.answers.some(({ finding }) => finding !== undefined),
    )
  );
}
