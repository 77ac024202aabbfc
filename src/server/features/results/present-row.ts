import type { ResultRow } from '#domain/results/results.ts';
import { percentOf, verdictOf } from '#domain/scoring/verdict.ts';
import type { StoredRow } from './queries.ts';

/** Adds the percentages and the verdict to a row. */
export function presentRow({ categoryScore, categoryMax, passed, ...row }: StoredRow): ResultRow {
  return {
    ...row,
    percent: percentOf({ ...row, passed }),
    categoryPercent: percentOf({ totalScore: categoryScore, maxScore: categoryMax }),
    verdict: verdictOf({ ...row, passed }),
  };
}
