import type { Answer } from '#domain/answers/answer-type.ts';
import { answerTypes } from '#domain/answers/answer-types.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { furtherOf } from '#domain/responses/further-fields.ts';
import { kpeCategories, type KpeCategory } from '#domain/surveys/question.ts';

/**
 * Scores a response (rules 12 and 18–20). All sums are whole numbers until a percent is shown. So
 * neither the order of adding nor rounding can move a hotel over the pass line.
 */

/** An answer as given: an option of a choice question, or words for a text question. */
export type GivenAnswer = Answer & {
  readonly questionId: number;
  readonly notApplicable?: boolean | undefined;
  readonly note?: string | undefined;
};

/**
 * A given answer with its points. `maximum` is null for a text question, which is not scored and
 * counts nowhere.
 */
export type ScoredAnswer = GivenAnswer & {
  readonly score: number;
  readonly maximum: number | null;
};

/** The weighted sums of one category: Σ(score × weight) and Σ(maximum × weight). */
export type CategorySums = { readonly score: number; readonly maximum: number };

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
};

/** Returns the highest score of the question's options; null for a question that is not scored. */
export function questionMaximum(
  question: Pick<EditionQuestion, 'type' | 'answers'>,
): number | null {
  if (!answerTypes[question.type].isScored) return null;
  return Math.max(0, ...question.answers.map((option) => option.score));
}

/** The maximum assumed for imported data whose real maximum cannot be known. */
export const assumedMaximum = 100;

type Weighed = {
  readonly score: number;
  readonly maximum: number | null | undefined;
  readonly weight: number;
  readonly kpeCategory: KpeCategory | null;
};

/**
 * Returns the weighted sums of every category over scored answers. A `maximum` of null is a text
 * answer and counts nowhere. A `maximum` of undefined is unknown and counts as
 * {@link assumedMaximum}.
 */
export function categorySums(answers: readonly Weighed[]): Record<KpeCategory, CategorySums> {
  const none = (category: KpeCategory) => [category, { score: 0, maximum: 0 }] as const;
  const sums = Object.fromEntries(kpeCategories.map(none)) as Record<
    KpeCategory,
    { score: number; maximum: number }
  >;
  for (const { score, maximum, weight, kpeCategory } of answers) {
    if (kpeCategory === null || maximum === null) continue;
    sums[kpeCategory].score += score * weight;
    sums[kpeCategory].maximum += (maximum ?? assumedMaximum) * weight;
  }
  return sums;
}

/**
 * Scores answers against the edition that was asked.
 *
 * The response's maximum is the sum over all its questions, answered or not. A category counts only
 * the answers given. Call {@link findStrangers} before, to refuse answers that the edition does not
 * have; here they score nothing.
 */
export function scoreResponse(
  questions: readonly EditionQuestion[],
  answers: readonly GivenAnswer[],
): ResponseScore {
  const placeOf = new Map(questions.map(({ id }, place) => [id, place]));
  const maxima = questions.map(questionMaximum);
  const lost = questions.map((): number | null => null);
  const scored: ScoredAnswer[] = [];
  const weighed: Weighed[] = [];
  for (const answer of answers) {
    const { questionId, answerId, textValue } = answer;
    const place = placeOf.get(questionId) ?? -1;
    const question = questions[place];
    const maximum = maxima[place];
    if (!question || maximum === undefined) continue;
    const option = question.answers.find((one) => one.id === answerId);
    const score = maximum === null ? 0 : (option?.score ?? 0);
    scored.push({ questionId, answerId, textValue, score, maximum, ...furtherOf(answer) });
    lost[place] = answerId === null || maximum === null ? null : maximum - score;
    if (option)
      weighed.push({ score, maximum, weight: question.weight, kpeCategory: question.kpeCategory });
  }
  return {
    totalScore: scored.reduce((sum, answer) => sum + answer.score, 0),
    maxScore: maxima.reduce((sum: number, maximum) => sum + (maximum ?? 0), 0),
    categories: categorySums(weighed),
    answers: scored,
    lost,
  };
}

/** An answer that cannot belong to the edition: its index among the answers, and why. */
export type Stranger = { readonly index: number; readonly field: string; readonly message: string };

/**
 * Returns the answers that name a question or an option that the edition does not have, or the same
 * question twice.
 */
export function findStrangers(
  questions: readonly EditionQuestion[],
  answers: readonly GivenAnswer[],
): Stranger[] {
  const questionOf = new Map(questions.map((question) => [question.id, question]));
  const seen = new Set<number>();
  const strangers: Stranger[] = [];
  for (const [index, { questionId, answerId }] of answers.entries()) {
    const stranger = (field: string, message: string) => strangers.push({ index, field, message });
    const question = questionOf.get(questionId);
    if (!question) stranger('questionId', 'This survey has no such question');
    else if (seen.has(questionId)) stranger('questionId', 'This question is answered twice');
    else if (answerId !== null && !question.answers.some((option) => option.id === answerId))
      stranger('answerId', 'This question has no such answer option');
    seen.add(questionId);
  }
  return strangers;
}
