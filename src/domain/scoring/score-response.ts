import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { isChoice, kpeCategories, type KpeCategory } from '#domain/surveys/question.ts';

/**
 * How a response is scored (decisions 12 and 18–20). Everything is whole numbers until a percent
 * is shown, so that no order of adding and no rounding can move a hotel over a line.
 */

/** One answer as given: an option of a choice question, or words for a text question. */
export type GivenAnswer = {
  readonly questionId: number;
  readonly answerId: number | null;
  readonly textValue: string | null;
};

/** `maximum` is null for a text question: it is not scored and counts in no figure. */
export type ScoredAnswer = GivenAnswer & {
  readonly score: number;
  readonly maximum: number | null;
};

/** Weighted sums of one category: Σ(score × weight) and Σ(maximum × weight). */
export type CategorySums = { readonly score: number; readonly maximum: number };

export type ResponseScore = {
  readonly totalScore: number;
  readonly maxScore: number;
  readonly categories: Readonly<Record<KpeCategory, CategorySums>>;
  readonly answers: readonly ScoredAnswer[];
  /** Points lost at each question of the edition, in its order; null as in {@link lostAt}. */
  readonly lost: readonly (number | null)[];
};

/** The highest score that any option gives; null for a question that is not scored. */
export function questionMaximum(
  question: Pick<EditionQuestion, 'type' | 'answers'>,
): number | null {
  if (!isChoice(question.type)) return null;
  return Math.max(0, ...question.answers.map((option) => option.score));
}

/** What stands for a maximum that cannot be known: data brought in from elsewhere. */
export const assumedMaximum = 100;

type Weighed = {
  readonly score: number;
  readonly maximum: number | null | undefined;
  readonly weight: number;
  readonly kpeCategory: KpeCategory | null;
};

/**
 * The weighted sums of every category over scored answers. A `maximum` of null is a text answer
 * and counts nowhere; undefined is one that cannot be known and counts {@link assumedMaximum}.
 */
export function categorySums(answers: readonly Weighed[]): Record<KpeCategory, CategorySums> {
  const sumsOf = (category: KpeCategory): CategorySums => {
    const scored = answers.filter((one) => one.kpeCategory === category && one.maximum !== null);
    return {
      score: scored.reduce((sum, one) => sum + one.score * one.weight, 0),
      maximum: scored.reduce((sum, one) => sum + (one.maximum ?? assumedMaximum) * one.weight, 0),
    };
  };
  const [fit, action, environment] = kpeCategories;
  return { [fit]: sumsOf(fit), [action]: sumsOf(action), [environment]: sumsOf(environment) };
}

/**
 * Scores answers against the edition they were given to.
 *
 * The maximum of the response is that of all its questions, answered or not; a category counts
 * the answers given. Answers to questions the edition does not hold, and options its questions do
 * not hold, are for {@link findStrangers} to refuse before; here they score nothing.
 */
export function scoreResponse(
  questions: readonly EditionQuestion[],
  answers: readonly GivenAnswer[],
): ResponseScore {
  const questionOf = new Map(questions.map((question) => [question.id, question]));
  const scored: ScoredAnswer[] = [];
  const weighed: Weighed[] = [];
  for (const { questionId, answerId, textValue } of answers) {
    const question = questionOf.get(questionId);
    if (!question) continue;
    const option = question.answers.find((one) => one.id === answerId);
    const score = isChoice(question.type) ? (option?.score ?? 0) : 0;
    const maximum = questionMaximum(question);
    scored.push({ questionId, answerId, textValue, score, maximum });
    if (option)
      weighed.push({ score, maximum, weight: question.weight, kpeCategory: question.kpeCategory });
  }
  return {
    totalScore: scored.reduce((sum, answer) => sum + answer.score, 0),
    maxScore: questions.reduce((sum, question) => sum + (questionMaximum(question) ?? 0), 0),
    categories: categorySums(weighed),
    answers: scored,
    lost: lostAt(questions, scored),
  };
}

/** Null where a question was not answered with an option, or is not scored. */
function lostAt(
  questions: readonly EditionQuestion[],
  answers: readonly ScoredAnswer[],
): (number | null)[] {
  const answerOf = new Map(answers.map((answer) => [answer.questionId, answer]));
  return questions.map(({ id }) => {
    const answer = answerOf.get(id);
    return answer?.answerId == null || answer.maximum === null
      ? null
      : answer.maximum - answer.score;
  });
}

/** An answer that cannot belong to the edition: its place among the answers, and why. */
export type Stranger = { readonly index: number; readonly field: string; readonly message: string };

/** Answers that name a question or an option the edition does not hold, or one question twice. */
export function findStrangers(
  questions: readonly EditionQuestion[],
  answers: readonly GivenAnswer[],
): Stranger[] {
  const questionOf = new Map(questions.map((question) => [question.id, question]));
  const seen = new Set<number>();
  return answers.flatMap(({ questionId, answerId }, index): Stranger[] => {
    const question = questionOf.get(questionId);
    if (!question)
      return [{ index, field: 'questionId', message: 'This survey has no such question' }];
    if (seen.has(questionId))
      return [{ index, field: 'questionId', message: 'This question is answered twice' }];
    seen.add(questionId);
    if (answerId !== null && !question.answers.some((option) => option.id === answerId))
      return [{ index, field: 'answerId', message: 'This question has no such answer option' }];
    return [];
  });
}
