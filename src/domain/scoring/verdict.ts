/** What a score means: the percent shown, and Pass or Needs Review (rules 18 and 20). */

export type Points = { readonly totalScore: number; readonly maxScore: number };

/** The third where there is nothing to score, which is never 0 % (rule 18). */
export const verdicts = ['Pass', 'Needs Review', 'Not scored'] as const;
export type Verdict = (typeof verdicts)[number];

/**
 * The pass line, in percent. Whatever else draws or compares it derives from this number; the
 * database's part is `server/db/score-columns.ts`.
 */
export const passLine = 80;

/** The highest percent that is shown for what does not reach the pass line. */
const justBelow = passLine - 0.1;

/**
 * Total of maximum in percent, to one decimal, a half rounded up; null where there is nothing to
 * score. What is below the pass line is never rounded up to it: 79.95 % is shown as 79.9 %, so the
 * figure and the verdict beside it agree. Computed on whole numbers, so it equals what the database
 * computes (`shownPercent`).
 */
export function percentOf({ totalScore, maxScore }: Points): number | null {
  if (maxScore <= 0) return null;
  const rounded = Math.floor((2_000 * totalScore + maxScore) / (2 * maxScore)) / 10;
  return reachesLine({ totalScore, maxScore }) ? rounded : Math.min(rounded, justBelow);
}

/** Compared exactly, on whole numbers. */
function reachesLine({ totalScore, maxScore }: Points): boolean {
  return 100 * totalScore >= passLine * maxScore;
}

/** Pass from the pass line on, compared in whole points. */
export function verdictOf({ totalScore, maxScore }: Points): Verdict {
  if (maxScore <= 0) return 'Not scored';
  return reachesLine({ totalScore, maxScore }) ? 'Pass' : 'Needs Review';
}
