import type { ResultRow } from '#domain/results/results.ts';
import { percentOf, verdictOf } from '#domain/scoring/verdict.ts';
import { withPercentBeforeAppeal } from '#server/db/responses/response-columns.ts';
import type { StoredRow } from './row-queries.ts';

/**
 * Adds the percentages and the verdict to a row. The category's percentage is judged by `line`, the
 * portfolio's line.
 */
export function presentRow(
  { categoryScore, categoryMax, passed, ...row }: StoredRow,
  line: number,
): ResultRow {
  return {
    ...withPercentBeforeAppeal(row),
    percent: percentOf({ ...row, passed }),
    categoryPercent: percentOf({ totalScore: categoryScore, maxScore: categoryMax }, line),
    verdict: verdictOf({ ...row, passed }),
  };
}
