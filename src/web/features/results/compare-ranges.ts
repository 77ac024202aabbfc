import type { ResultsFilter, ResultsSummary } from '#domain/results/results.ts';
import { rangeBefore } from '#domain/results/trend.ts';
import {
  countWords,
  formatChange,
  formatDay,
  formatDuration,
  formatNumber,
} from '#web/lib/format.ts';
import { enoughInterviews } from '#web/ui/charts/trend.ts';

/**
 * Returns the same filter for as many days directly before its range, or undefined when the range
 * is open at one end.
 */
export function filterBefore(filter: ResultsFilter): ResultsFilter | undefined {
  const before = rangeBefore(filter);
  return before && { ...filter, from: before.from, to: before.to };
}

/**
 * Returns the name of the range before, such as "the 30 days before, 12 Mar 2026 to 10 Apr 2026".
 */
export function nameOfBefore(filter: ResultsFilter): string | undefined {
  const before = rangeBefore(filter);
  if (!before) return undefined;
  const { from, to, days } = before;
  if (days === 1) return `the day before, ${formatDay(from)}`;
  return `the ${countWords(days, 'day')} before, ${formatDay(from)} to ${formatDay(to)}`;
}

/** Returns the summary of the range before, if it has enough responses to compare with. */
export function comparable(before: ResultsSummary | undefined): ResultsSummary | undefined {
  return before && before.responses >= enoughInterviews ? before : undefined;
}

export type Change = {
  /** Above 0 when the figure grew, below 0 when it fell. */
  direction: number;
  words: string;
  /** What the change is compared with. Only screen readers read it. */
  than: string;
};

type Figure = number | null | undefined;
type Both = readonly [now: Figure, before: Figure];
const isFigure = (figure: Figure): figure is number => typeof figure === 'number';

const than = ' on the range before';
const unchanged: Change = { direction: 0, words: 'Unchanged', than };

/** Returns the change of a figure with one decimal, in the given unit. */
export function changeOf([now, before]: Both, unit = ''): Change | undefined {
  if (!isFigure(now) || !isFigure(before)) return undefined;
  // Rounded to one decimal, as both figures are shown.
  const by = Math.round(10 * (now - before)) / 10;
  if (by === 0) return unchanged;
  return { direction: by, words: `${formatChange(by)}${unit}`, than };
}

/** Returns the change of a duration in seconds, rounded to whole seconds. */
export function changeOfDuration([now, before]: Both): Change | undefined {
  if (!isFigure(now) || !isFigure(before)) return undefined;
  const by = Math.round(now) - Math.round(before);
  if (by === 0) return unchanged;
  return { direction: by, words: `${by > 0 ? '+' : '−'}${formatDuration(Math.abs(by))}`, than };
}

/**
 * Returns the change of a count over whole days. While today is not over, the range is cut and the
 * two counts cannot be compared, so the count before is returned as it is.
 */
export function changeOfCount(
  [now, before]: readonly [number | undefined, number | undefined],
  isCut: boolean,
): Change | undefined {
  if (now === undefined || before === undefined) return undefined;
  if (isCut) return { direction: 0, words: `${formatNumber(before)} before`, than: '' };
  const by = now - before;
  if (by === 0) return unchanged;
  return { direction: by, words: `${by > 0 ? '+' : '−'}${formatNumber(Math.abs(by))}`, than };
}

/**
 * What the figures are compared with: the summary of the range before, and whether the current
 * range includes an unfinished day.
 */
export type Before = { summary: ResultsSummary | undefined; isCut: boolean };
