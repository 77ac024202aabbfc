import { answerTypes } from '#domain/answers/answer-types.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import type { GivenAnswer, UnknownAnswer } from './scored-answer.ts';
import { isCounted, type Standing } from './standing.ts';

/** Why somebody should look at what was marked not applicable in a response. */
export type NaReason = 'na-not-allowed' | 'many-not-applicable';

type Marked = {
  readonly answers: readonly GivenAnswer[];
  readonly standings: readonly Standing[];
  /**
   * The share of the scored questions, in percent, above which a reviewer should look at the
   * response.
   */
  readonly naAlert: number;
};

/**
 * Returns the places that are not applicable, from 0, and why a reviewer should look at them.
 * Waived places are included; they are no reason for a review.
 */
export function notApplicable(
  questions: readonly EditionQuestion[],
  { answers, standings, naAlert }: Marked,
): { na: number[]; naReasons: NaReason[] } {
  const marked = new Set(answers.filter((one) => one.notApplicable).map((one) => one.questionId));
  if (marked.size === 0 && !standings.includes('waived')) return { na: [], naReasons: [] };
  const na: number[] = [];
  let isForbidden = false;
  let [scored, scoredNa] = [0, 0];
  for (const [place, question] of questions.entries()) {
    if (standings[place] === 'waived') {
      na.push(place);
      continue;
    }
    const isNa = standings[place] === 'not-applicable';
    if (!isNa && !isCounted(standings[place])) continue;
    if (isNa) na.push(place);
    else if (marked.has(question.id)) isForbidden = true;
    if (!answerTypes[question.type].isScored) continue;
    scored += 1;
    if (isNa) scoredNa += 1;
  }
  const naReasons: NaReason[] = [];
  if (isForbidden) naReasons.push('na-not-allowed');
  if (100 * scoredNa > naAlert * scored) naReasons.push('many-not-applicable');
  return { na, naReasons };
}

/** Why a question cannot be marked not applicable. */
export const notAllowed = 'This question cannot be marked not applicable';

/** Returns the answers that mark a question not applicable which does not allow it. */
export function findForbiddenNa(
  questions: readonly EditionQuestion[],
  answers: readonly GivenAnswer[],
): UnknownAnswer[] {
  const strict = new Set(questions.filter(({ allowNa }) => !allowNa).map(({ id }) => id));
  return answers.flatMap(({ questionId, notApplicable: isMarked }, index) =>
    isMarked && strict.has(questionId)
      ? [{ index, field: 'notApplicable', message: notAllowed }]
      : [],
  );
}

/** The message when a critical question is marked not applicable and nobody says why. */
const naNeedsReason = 'Please give a reason why this critical question is not applicable';

/** Returns the answers that mark a critical question not applicable without a note that says why. */
export function findUnexplainedNa(
  questions: readonly EditionQuestion[],
  answers: readonly GivenAnswer[],
): UnknownAnswer[] {
  const critical = new Set(questions.filter((one) => one.critical).map(({ id }) => id));
  return answers.flatMap(({ questionId, notApplicable: isMarked, note = '' }, index) =>
    isMarked && note.trim() === '' && critical.has(questionId)
      ? [{ index, field: 'note', message: naNeedsReason }]
      : [],
  );
}
