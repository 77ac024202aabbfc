/**
 * The points of a response, from which the shown percent and the verdict follow (rules 18 and 20).
 */

export type Points = { readonly totalScore: number; readonly maxScore: number };

/**
 * The points of one response, and whether it passed by its survey's rules, as the server stored it:
 * null where nothing is scored. What a device kept from an earlier release has no such field.
 */
export type ResponsePoints = Points & { readonly passed?: boolean | null | undefined };

/** `Not scored` means that there is nothing to score, which is never shown as 0 % (rule 18). */
export const verdicts = ['Pass', 'Needs Review', 'Not scored'] as const;
export type Verdict = (typeof verdicts)[number];

/**
 * The default pass line, in percent. It applies to each survey without a line of its own, and to
 * averages over several responses unless the installation has set another one (`portfolioLine`).
 * {@link verdictOfPercent} compares such an average; in the database, `server/db/responses/score-columns.ts` does.
 */
export const passLine = 80;

/**
 * Returns the points in percent of the maximum, to one decimal, a half rounded up; null when there
 * is nothing to score. A score below the line is never rounded up to it: 79.95 % is shown as
 * 79.9 %, so that the figure and the verdict beside it agree. Less than the maximum is never rounded
 * up to 100 %, so that it does not deny the points that were lost (rule 236). The calculation uses
 * whole numbers, so it equals the database's (`shownPercent`).
 *
 * A survey can have another line, which is a whole percentage too. So the percent of a response that
 * did not pass is never rounded up to any whole percentage: no list needs to know each survey's line
 * (rule 75).
 */
export function percentOf(
  { totalScore, maxScore, passed }: ResponsePoints,
  line = passLine,
): number | null {
  if (maxScore <= 0) return null;
  const tenths = Math.floor((2_000 * totalScore + maxScore) / (2 * maxScore));
  const isBound =
    tenths === 1_000 || tenths === 10 * line || (tenths % 10 === 0 && passed === false);
  const isRoundedUp = 1_000 * totalScore < tenths * maxScore;
  return (isBound && isRoundedUp ? tenths - 1 : tenths) / 10;
}

/**
 * Returns the mean percent of responses, to one decimal; null when nothing is scored. It rounds like the database
 * (`shownPercent`): a half upwards, but a mean below the line or below 100 never up to it.
 */
export function meanPercentOf(points: readonly Points[], line: number): number | null {
  const scored = points.filter(({ maxScore }) => maxScore > 0);
  if (scored.length === 0) return null;
  const ratios = scored.reduce((sum, { totalScore, maxScore }) => sum + totalScore / maxScore, 0);
  // Nine decimals remove the error of adding fractions.
  const exact = Number(((100 * ratios) / scored.length).toFixed(9));
  const rounded = Math.round(Number((10 * exact).toFixed(8))) / 10;
  const bound = [line, 100].find((one) => exact < one);
  return bound === undefined ? rounded : Math.min(rounded, Math.round(10 * bound - 1) / 10);
}

/** Returns whether the points reach the default pass line, compared exactly, on whole numbers. */
function reachesLine({ totalScore, maxScore }: Points): boolean {
  return 100 * totalScore >= passLine * maxScore;
}

/**
 * Returns the verdict on one response (rules 20 and 65). If it is not known whether the response
 * passed, compares its points with the pass line. It compares points and not percents, which are
 * rounded.
 */
export function verdictOf({ passed, ...points }: ResponsePoints): Verdict {
  if (points.maxScore <= 0 || passed === null) return 'Not scored';
  return (passed ?? reachesLine(points)) ? 'Pass' : 'Needs Review';
}

/**
 * Returns the verdict on a percent that {@link percentOf} or the database rounded. Neither rounds up to the
 * line.
 */
export function verdictOfPercent(percent: number | null, line: number): Verdict {
  if (percent === null) return 'Not scored';
  return percent >= line ? 'Pass' : 'Needs Review';
}
