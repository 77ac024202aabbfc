import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { kpeCategories, type KpeCategory } from '#domain/surveys/question.ts';
import type { Rules } from '#domain/surveys/survey-rules.ts';
import { categoriesBelow, type CategorySums } from './category-sums.ts';
import type { Standing } from './standing.ts';
import type { Points } from './verdict.ts';

/**
 * Why a response needs a review: its score is below the line, a critical question is a finding or
 * has no answer, or a category is below its threshold.
 */
export const causes = [
  'score',
  'critical',
  'critical-unanswered',
  ...kpeCategories.map((category) => `category:${category}` as const),
] as const;
export type Cause = (typeof causes)[number];

type Scored = Points & {
  readonly questions: readonly EditionQuestion[];
  readonly standings: readonly Standing[];
  /** The places of the questions whose answer is a finding. */
  readonly findings: readonly number[];
  readonly categories: Readonly<Record<KpeCategory, CategorySums>>;
};

/**
 * Returns every cause against the response. It has none when nothing is scored. Whole numbers are
 * compared, so that no rounding decides.
 */
export function causesAgainst(scored: Scored, rules: Rules): Cause[] {
  const { totalScore, maxScore, categories } = scored;
  if (maxScore <= 0) return [];
  const found: Cause[] = [];
  if (100 * totalScore < rules.passLine * maxScore) found.push('score');
  if (rules.criticalFails) found.push(...criticalCauses(scored));
  for (const category of categoriesBelow(categories, rules.thresholds))
    found.push(`category:${category}`);
  return found;
}

function criticalCauses({ questions, standings, findings }: Scored): Cause[] {
  const found: Cause[] = [];
  if (findings.some((place) => questions[place]?.critical)) found.push('critical');
  if (questions.some(({ critical }, place) => critical && standings[place] === 'unanswered'))
    found.push('critical-unanswered');
  return found;
}
