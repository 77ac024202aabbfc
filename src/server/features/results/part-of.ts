/** Whether the range has the whole period, and whether it goes on to now in it. All are moments. */
export function partOf(
  { from, to }: { from: number; to: number },
  { begin, end, now }: { begin: number; end: number; now: number },
) {
  return {
    isWhole: begin <= from && to <= Math.min(end, now),
    isRunning: from <= now && now < Math.min(to, end),
  };
}
