import type { ResultsSummary } from '#domain/results/results.ts';
import { percentOf } from '#domain/scoring/verdict.ts';
import { presentCategories } from './present-categories.ts';
import type { sumUp } from './queries.ts';

type Figures = {
  sums: Awaited<ReturnType<typeof sumUp>>;
  /** The median duration in seconds. */
  medianDuration: number | null;
  /**
   * Interviews begun in the range that have no response. Null when the filter makes that
   * meaningless.
   */
  unfinished: number | null;
};

export function presentSummary({ sums, medianDuration, unfinished }: Figures): ResultsSummary {
  const { whole, months } = sums;
  const { responses = 0, passed = 0, scored = 0 } = whole ?? {};
  return {
    responses,
    passed,
    needsReview: scored - passed,
    notScored: responses - scored,
    averageScore: whole?.averageScore ?? null,
    percent: whole?.percent ?? null,
    completionRate:
      unfinished === null
        ? null
        : percentOf({ totalScore: responses, maxScore: responses + unfinished }),
    medianDuration,
    categories: presentCategories(whole?.categoryPercents),
    trend: months,
  };
}
