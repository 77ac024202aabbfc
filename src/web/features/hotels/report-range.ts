import { formatDay } from '#web/lib/format.ts';

/** Returns in words which interviews the report covers. */
export function readRange({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  if (from !== undefined && to !== undefined)
    return `Interviews from ${formatDay(from)} to ${formatDay(to)}`;
  if (from !== undefined) return `Interviews since ${formatDay(from)}`;
  return to === undefined ? 'All interviews' : `Interviews up to ${formatDay(to)}`;
}
