/**
 * Returns whether the range contains the whole period, and whether the period is still running
 * within the range. All arguments are moments.
 */
export function partOf(
  { from, to }: { from: number; to: number },
  { begin, end, now }: { begin: number; end: number; now: number },
) {
  return {
    isWhole: begin <= from && to <= Math.min(end, now),
    isRunning: from <= now && now < Math.min(to, end),
  };
}
