import { answerTypes } from '#domain/answers/answer-types.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { furtherOf } from '#domain/responses/further-of.ts';
import type { KpeCategory } from '#domain/surveys/question.ts';
import { fullRules, type SurveyRules } from '#domain/surveys/survey-rules.ts';
import { categorySums, type CategorySums, type WeighedAnswer } from './category-sums.ts';
import { causesAgainst, type Cause } from './causes.ts';
import { isFinding } from './finding.ts';
import { notApplicable, type NaReason } from './not-applicable.ts';
import type { GivenAnswer, ScoredAnswer, UnknownAnswer } from './scored-answer.ts';
import { isCounted, standingsOf } from './standing.ts';

/**
 * Scores a response (rules 12, 18–20 and 62–65). All sums are whole numbers until a percent is shown. So
 * neither the order of adding nor rounding can move a hotel over the pass line.
 */

export type ResponseScore = {
  readonly totalScore: number;
  readonly maxScore: number;
  readonly categories: Readonly<Record<KpeCategory, CategorySums>>;
  readonly answers: readonly ScoredAnswer[];
  /**
   * Points lost at each question of the edition, in its order. Null when no option was chosen, or
   * the question is not scored.
   */
  readonly lost: readonly (number | null)[];
  /** The places of the questions whose answer is a finding, from 0. */
  readonly findings: readonly number[];
  /** The places of the questions that are not applicable, from 0. */
  readonly na: readonly number[];
  /** True when nothing speaks against the response; null when nothing is scored. */
  readonly passed: boolean | null;
  readonly causes: readonly Cause[];
  /** Why a reviewer should look at what was marked not applicable. */
  readonly naReasons: readonly NaReason[];
};

/** What a response is scored by, besides the questions. */
type ScoredBy = {
  readonly rules?: SurveyRules | undefined;
  /** The ids of the questions that were asked; all of the edition where it is left out. */
  readonly asked?: readonly number[] | null | undefined;
};

/** Returns the highest score of the question's options; null for a question that is not scored. */
export function questionMaximum(
  question: Pick<EditionQuestion, 'type' | 'answers'>,
): number | null {
  if (!answerTypes[question.type].isScored) return null;
  return Math.max(0, ...question.answers.map((option) => option.score));
}

/**
 * Scores answers against the edition that was asked.
 *
 * The response's maximum is the sum over all questions that count ({@link isCounted}), answered or
 * not. A category counts only the answers given. Call {@link findUnknownAnswers} before, to refuse
 * answers that the edition does not have; here they score nothing.
 */
export function scoreResponse(
  questions: readonly EditionQuestion[],
  answers: readonly GivenAnswer[],
  { rules: given, asked }: ScoredBy = {},
): ResponseScore {
  const rules = fullRules(given);
  const standings = standingsOf(questions, answers, asked);
  const maxima = questions.map((question, place) =>
    isCounted(standings[place]) ? questionMaximum(question) : null,
  );
  const placeOf = new Map(questions.map(({ id }, place) => [id, place]));
  const lost = questions.map((): number | null => null);
  const scored: ScoredAnswer[] = [];
  const weighed: WeighedAnswer[] = [];
  const findings: number[] = [];
  for (const answer of answers) {
    const { questionId, answerId, textValue } = answer;
    const place = placeOf.get(questionId) ?? -1;
    const question = questions[place];
    const maximum = maxima[place];
    if (!question || maximum === undefined) continue;
    const isAnswered = standings[place] === 'answered' && maximum !== null;
    const option = isAnswered ? question.answers.find((one) => one.id === answerId) : undefined;
    const score = option?.score ?? 0;
    scored.push({ questionId, answerId, textValue, score, maximum, ...furtherOf(answer) });
    lost[place] = isAnswered ? maximum - score : null;
    if (!option || maximum === null) continue;
    weighed.push({ score, maximum, weight: question.weight, kpeCategory: question.kpeCategory });
    if (isFinding(option, maximum, rules.findingLine)) findings.push(place);
  }
  const totalScore = scored.reduce((sum, answer) => sum + answer.score, 0);
  const maxScore = maxima.reduce((sum: number, maximum) => sum + (maximum ?? 0), 0);
  const categories = categorySums(weighed);
  findings.sort((one, other) => one - other);
  const figures = { totalScore, maxScore, categories, lost, findings };
  const causes = causesAgainst({ ...figures, questions, standings }, rules);
  return {
    ...figures,
    answers: scored,
    ...notApplicable(questions, { answers, standings, naAlert: rules.naAlert }),
    passed: maxScore > 0 ? causes.length === 0 : null,
    causes,
  };
}

/**
 * Returns the answers that name a question or an option that the edition does not have, or the same
 * question twice.
 */
export function findUnknownAnswers(
  questions: readonly EditionQuestion[],
  answers: readonly GivenAnswer[],
): UnknownAnswer[] {
  const questionOf = new Map(questions.map((question) => [question.id, question]));
  const seen = new Set<number>();
  const unknown: UnknownAnswer[] = [];
  for (const [index, { questionId, answerId }] of answers.entries()) {
    const add = (field: string, message: string) => unknown.push({ index, field, message });
    const question = questionOf.get(questionId);
    if (!question) add('questionId', 'This survey has no such question');
    else if (seen.has(questionId)) add('questionId', 'This question is answered twice');
    else if (answerId !== null && !question.answers.some((option) => option.id === answerId))
      add('answerId', 'This question has no such answer option');
    seen.add(questionId);
  }
  return unknown;
}
