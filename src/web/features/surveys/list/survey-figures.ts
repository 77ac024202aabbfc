import { answerTypes } from '#domain/answers/answer-types.ts';
import { scoreResponse } from '#domain/scoring/score-response.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { kpeCategories, type KpeCategory } from '#domain/surveys/question.ts';

export type Share = {
  /** Null for questions without a category. */
  category: KpeCategory | null;
  /** The number of scored questions. */
  count: number;
  /** Its share of the weight of all scored questions, 0 to 100; null when nothing is scored. */
  percent: number | null;
};
export type SurveyFigures = {
  /** The maximum score of a response. */
  maximum: number;
  shares: Share[];
};

/**
 * Returns the maximum and the weights of the asked questions. Questions that are not scored weigh
 * nothing.
 */
export function surveyFigures(asked: readonly EditionQuestion[]): SurveyFigures {
  const scored = asked.filter(({ type }) => answerTypes[type].isScored);
  const weightOf = (questions: readonly EditionQuestion[]) =>
    questions.reduce((sum, { weight }) => sum + weight, 0);
  const whole = weightOf(scored);
  const shares = [...kpeCategories, null].map((category) => {
    const own = scored.filter(({ kpeCategory }) => kpeCategory === category);
    const percent = whole === 0 ? null : (weightOf(own) / whole) * 100;
    return { category, count: own.length, percent };
  });
  return {
    maximum: scoreResponse(asked, []).maxScore,
    shares: shares.filter(({ category, count }) => category !== null || count > 0),
  };
}
