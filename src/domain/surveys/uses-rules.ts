import type { Edition, EditionQuestion } from './edition.ts';

/** The fields that only questions with rules have. */
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
 * Returns whether a survey uses any of the rules of asking and scoring. Interviews of other surveys do not
 * show what belongs to these rules.
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
