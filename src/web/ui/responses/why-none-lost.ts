import type { HotelReport } from '#domain/results/hotel-report.ts';

/**
 * Returns why no question is listed that lost points. `percent` is the score of the interviews that are
 * shown, or null when none of them is scored. A score may be low although no answer lost a point, because
 * unanswered questions count as zero.
 */
export function whyNoneLost(
  { total }: Pick<HotelReport['lostPoints'], 'total'>,
  percent: number | null,
): string {
  if (percent === null) return 'No interview was scored.';
  const none = total === 0 ? 'No scored question was answered.' : 'No answer lost any points.';
  return percent === 100 ? none : `${none} Questions without an answer count as zero points.`;
}
