import { isDealtWith, percentNow } from '#domain/interviews/asked-now.ts';

import { isMissing, type InterviewState } from '#web/features/interviews/interview-state.ts';

/** Returns the number of a question among those that are asked, from 1. */
export function numberOf({ asked }: InterviewState, place: number): number {
  return asked.filter((one) => one <= place).length;
}

/**
 * Returns the place of the first question that needs something before the interview can be
 * completed, or -1. It can be an earlier one, when its answer was removed on another device or the
 * person jumped over it.
 */
export function firstMissing(state: InterviewState): number {
  return state.asked.find((place) => isMissing(state, place)) ?? -1;
}

/** Returns the places of the questions that are asked and have no answer. */
export function findUnanswered({ asked, standings }: InterviewState): number[] {
  return asked.filter((place) => standings[place] === 'unanswered');
}

/**
 * Returns whether the current question is asked only for context: a question that is asked again depends on its
 * answer.
 */
export function isForContext({ questions, index, only }: InterviewState): boolean {
  return only !== undefined && !only.includes(questions[index]?.id ?? 0);
}

export type QuestionMark = 'answered' | 'not-applicable' | 'skipped' | 'open';

/**
 * Returns the mark of each question that is asked, for the list of questions. A `skipped` question
 * has no answer, although a later question has one or is being asked. An `open` question has not
 * been reached.
 */
export function marksOf({ asked, standings, index }: InterviewState): QuestionMark[] {
  const furthest = Math.max(index, asked.findLast((place) => isDealtWith(standings[place])) ?? -1);
  return asked.map((place) => {
    const standing = standings[place];
    if (standing === 'answered' || standing === 'not-applicable') return standing;
    if (standing === 'waived') return 'not-applicable';
    return place < furthest ? 'skipped' : 'open';
  });
}

/** Returns the percentage of the asked questions that are dealt with. */
export function percentAnswered({ standings }: InterviewState): number {
  return percentNow(standings);
}
