import type { Standing } from '#domain/scoring/standing.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import type { Remarks } from './progress.ts';

/** What a question needs before its interview can be completed. */
export type Need = 'answer' | 'reason';

/**
 * Returns what the question still needs: its answer where one is required, or, in a note, the reason why
 * a critical question is not applicable. Null where it needs nothing.
 */
export function stillNeeds(
  question: Pick<EditionQuestion, 'id' | 'required' | 'critical'>,
  standing: Standing | undefined,
  remarks: Remarks,
): Need | null {
  if (standing === 'unanswered' && question.required) return 'answer';
  if (!question.critical || standing !== 'not-applicable') return null;
  return (remarks[question.id] ?? '').trim() === '' ? 'reason' : null;
}
