import type { ParsedResponse } from '#domain/responses/response.ts';
import {
  findUnknownAnswers,
  type ResponseScore,
  scoreResponse,
} from '#domain/scoring/score-response.ts';
import type { GivenAnswer } from '#domain/scoring/scored-answer.ts';
import { findForbiddenNa } from '#domain/scoring/not-applicable.ts';
import { waivedIn } from '#domain/waivers/mark-waived.ts';
import type { KeptEdition } from '#server/db/responses/editions.ts';
import { pathInAnswers, refuseAnswers } from './refuse-answers.ts';

const unknownWords =
  'One of the answers is to a question or an option that this edition of the survey does not have.';
const naWords = 'One of the questions was marked not applicable, but must be answered.';

/**
 * Scores the answers. Throws when one does not fit the edition. A device may send a question as not applicable that
 * must be answered. Its response must not be lost, so the question counts as unanswered. A call without a client id
 * is refused.
 */
export function scoreGiven(
  { questions, rules }: KeptEdition,
  input: ParsedResponse,
  answers: readonly GivenAnswer[],
): ResponseScore {
  const given = input.responseAnswers ?? [];
  refuseAnswers(findUnknownAnswers(questions, given), pathInAnswers, unknownWords);
  if (input.clientId === undefined)
    refuseAnswers(findForbiddenNa(questions, given), pathInAnswers, naWords);
  return scoreResponse(questions, answers, { rules, asked: input.asked });
}

/**
 * True when the figures of the device differ from ours. Without answers there is nothing to compare. When the device
 * had other waivers than the server, its figures are also compared with a score by its own waivers: the difference is
 * not the device's fault.
 */
export function figuresDiffer(
  { questions }: KeptEdition,
  input: ParsedResponse,
  score: ResponseScore,
): boolean {
  const { responseAnswers: given, asked } = input;
  if (!given) return false;
  const isSame = (other: Pick<ResponseScore, 'totalScore' | 'maxScore'>) =>
    (input.totalScore ?? other.totalScore) === other.totalScore &&
    (input.maxScore ?? other.maxScore) === other.maxScore;
  if (isSame(score)) return false;
  const isWaived = given.some(({ waived }) => waived) || waivedIn(score.answers).length > 0;
  return !isWaived || !isSame(scoreResponse(questions, given, { asked }));
}
