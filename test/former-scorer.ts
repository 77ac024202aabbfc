import { kpeCategories, type KpeCategory } from '#domain/surveys/question.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import type { GivenAnswer } from '#domain/scoring/scored-answer.ts';

/**
 * Scores a response as before surveys had rules of their own. Only tests use it: today's scorer
 * must give a survey without rules the same score. Do not fix it, and do not share its code.
 */
export function formerScore(
  questions: readonly EditionQuestion[],
  answers: readonly GivenAnswer[],
) {
  const placeOf = new Map(questions.map(({ id }, place) => [id, place]));
  const maxima = questions.map(formerMaximum);
  const lost = questions.map((): number | null => null);
  const categories = Object.fromEntries(
    kpeCategories.map((category) => [category, { score: 0, maximum: 0 }]),
  ) as Record<KpeCategory, { score: number; maximum: number }>;
  let totalScore = 0;
  for (const { questionId, answerId } of answers) {
    const place = placeOf.get(questionId) ?? -1;
    const question = questions[place];
    const maximum = maxima[place];
    if (!question || maximum === undefined) continue;
    const option = question.answers.find((one) => one.id === answerId);
    const score = maximum === null ? 0 : (option?.score ?? 0);
    totalScore += score;
    lost[place] = answerId === null || maximum === null ? null : maximum - score;
    if (!option || maximum === null || question.kpeCategory === null) continue;
    categories[question.kpeCategory].score += score * question.weight;
    categories[question.kpeCategory].maximum += maximum * question.weight;
  }
  const maxScore = maxima.reduce((sum: number, maximum) => sum + (maximum ?? 0), 0);
  return { totalScore, maxScore, categories, lost, verdict: formerVerdict(totalScore, maxScore) };
}

function formerMaximum({ type, answers }: EditionQuestion): number | null {
  if (type === 'text' || type === 'textarea') return null;
  return Math.max(0, ...answers.map((option) => option.score));
}

function formerVerdict(totalScore: number, maxScore: number) {
  if (maxScore <= 0) return 'Not scored';
  return 100 * totalScore >= 80 * maxScore ? 'Pass' : 'Needs Review';
}
