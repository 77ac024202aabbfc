import { isAnswered } from '#domain/interviews/progress.ts';
import type { GivenAnswer } from '#domain/scoring/scored-answer.ts';

/**
 * Returns the answers with a mark on those to questions that are waived, and on no others. A waived
 * question without an answer gets an entry that holds the mark alone.
 */
export function markWaived<A extends GivenAnswer>(
  answers: readonly A[],
  waived: readonly number[],
): GivenAnswer[] {
  if (waived.length === 0 && !answers.some((one) => one.waived)) return [...answers];
  const ids = new Set(waived);
  const marked = answers.flatMap(({ waived: claimed, ...answer }): GivenAnswer[] => {
    if (ids.delete(answer.questionId)) return [{ ...answer, waived: true }];
    const isEmpty = !isAnswered(answer) && !answer.notApplicable && !answer.note;
    return claimed && isEmpty ? [] : [answer];
  });
  const bare = [...ids].map((questionId) => ({
    ...{ questionId, answerId: null, textValue: null, waived: true },
  }));
  return [...marked, ...bare];
}

/** Returns the ids of the questions that are marked as waived. */
export function waivedIn(answers: readonly GivenAnswer[]): number[] {
  return answers.flatMap(({ questionId, waived }) => (waived ? [questionId] : []));
}
