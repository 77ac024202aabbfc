/** What a score means: the percent shown, and Pass or Needs Review (rules 18 and 20). */

export type Points = { readonly totalScore: number; readonly maxScore: number };

/** The third where there is nothing to score, which is never 0 % (rule 18). */
export const verdicts = ['Pass', 'Needs Review', 'Not scored'] as const;
export type Verdict = (typeof verdicts)[number];

/** The line that pictures draw, in percent. Verdicts compare whole points: {@link verdictOf}. */
export const passLine = 80;

/**
 * Total of maximum in percent, to one decimal, a half rounded up; null where there is nothing to
 * score. Computed on whole numbers, so it equals what the database computes.
 */
export function percentOf({ totalScore, maxScore }: Points): number | null {
  if (maxScore <= 0) return null;
  return Math.floor((2_000 * totalScore + maxScore) / (2 * maxScore)) / 10;
}

/** Pass from four fifths of the maximum, compared exactly: 79.96 % reads 80.0 % and is no pass. */
export function verdictOf({ totalScore, maxScore }: Points): Verdict {
  if (maxScore <= 0) return 'Not scored';
  return 5 * totalScore >= 4 * maxScore ? 'Pass' : 'Needs Review';
}
