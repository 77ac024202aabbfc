import type { EditionQuestion } from '#domain/surveys/edition.ts';
import type { SurveyRules } from '#domain/surveys/survey-rules.ts';

type Option = Pick<EditionQuestion['answers'][number], 'score' | 'finding'>;

/**
 * Returns whether choosing this option is a finding: it is marked as one, or it has less than the
 * line's percentage of the question's maximum. An option that is marked as "no finding" never is
 * one. All code that looks for findings calls this function.
 */
export function isFinding(option: Option, maximum: number, findingLine: number): boolean {
  return option.finding ?? 100 * option.score < findingLine * maximum;
}

/**
 * Returns whether results name the findings of a survey: it has rules of its own, or a question that has a
 * code, is critical, asks for evidence of a finding or marks an option. Results of any other survey show
 * points alone.
 */
export function namesFindings(
  questions: readonly EditionQuestion[],
  rules: SurveyRules = {},
): boolean {
  return (
    Object.keys(rules).length > 0 ||
    questions.some(
      ({ code, critical, evidence, answers }) =>
        code !== undefined ||
        critical ||
        evidence === 'on-finding' ||
        answers.some(({ finding }) => finding !== undefined),
    )
  );
}
