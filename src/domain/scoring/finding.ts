import type { EditionQuestion } from '#domain/surveys/edition.ts';

type Option = Pick<EditionQuestion['answers'][number], 'score' | 'finding'>;

/**
 * Returns whether choosing this option is a finding: it is marked as one, or it has less than the
 * line's percentage of the question's maximum. An option that is marked as none never is. Everything
 * that asks for findings asks here.
 */
export function isFinding(option: Option, maximum: number, findingLine: number): boolean {
  return option.finding ?? 100 * option.score < findingLine * maximum;
}
