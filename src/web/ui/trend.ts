import type { ReactNode } from 'react';

import type { ResultsSummary } from '#domain/results/results.ts';
import { passLine } from '#domain/scoring/verdict.ts';
import { formatNumber, formatPercent } from '#web/lib/format.ts';
import { once } from '#domain/once.ts';

import type { Figures } from './figure-table.tsx';

export type ScoredMonth = {
  /** For example `2026-03`. */
  month: string;
  /** False when only a part of the month is counted. It is never compared with a whole month. */
  isWhole: boolean;
  responses: number;
  percent: number;
};

type Counted = Pick<ResultsSummary['trend'][number], keyof ScoredMonth>;

export function scoredMonths(trend: readonly Counted[]): ScoredMonth[] {
  return trend.flatMap(({ percent, ...month }) =>
    percent === null ? [] : [{ ...month, percent }],
  );
}

/**
 * Returns a sentence about the trend: about the latest whole month, or about a part of one if none
 * is whole.
 */
export function describeTrend(months: ScoredMonth[]): string {
  const part = months.at(-1);
  if (!part) return 'Nothing has been scored yet.';
  const [latest, before] = months.filter(({ isWhole }) => isWhole).toReversed();
  if (!latest)
    return `${formatPercent(part.percent)} on average in a part of ${monthName(part.month, 'long')}.`;
  const now = `${formatPercent(latest.percent)} on average in ${monthName(latest.month, 'long')}`;
  if (!before) return `${now}.`;
  const change = Math.round((latest.percent - before.percent) * 10) / 10;
  if (change === 0) return `${now}, as in ${monthName(before.month, 'long')}.`;
  const points = formatNumber(Math.abs(change));
  return `${now}, ${change > 0 ? 'up' : 'down'} ${points} points on ${monthName(before.month, 'long')}.`;
}

/**
 * Returns a scale that begins below the lowest score, so that a change of a few points is visible.
 */
export function scaleOf(months: ScoredMonth[]): { lowest: number; lines: number[] } {
  const lowest = Math.min(60, ...months.map(({ percent }) => 20 * Math.floor(percent / 20)));
  const lines = [0, 20, 40, 60, passLine, 100].filter((line) => line >= lowest);
  return { lowest, lines };
}

const utc = { timeZone: 'UTC' } as const;
const months = {
  long: once(() => new Intl.DateTimeFormat(undefined, { ...utc, month: 'long' })),
  short: once(() => new Intl.DateTimeFormat(undefined, { ...utc, month: 'short' })),
};
const monthAndYear = once(
  () => new Intl.DateTimeFormat(undefined, { ...utc, month: 'long', year: 'numeric' }),
);

/** Returns "March" or "Mar" for `2026-03`. */
export function monthName(month: string, style: 'long' | 'short'): string {
  return months[style]().format(new Date(`${month.slice(0, 7)}-01T00:00:00Z`));
}

/** Returns "March 2026" for `2026-03`. */
export function monthOfYear(month: string): string {
  return monthAndYear().format(new Date(`${month}-01T00:00:00Z`));
}

/** Returns the same, and says when only a part of the month is counted. */
export function countedMonth({ month, isWhole }: ScoredMonth): string {
  return isWhole ? monthOfYear(month) : `Part of ${monthOfYear(month)}`;
}

/** Props for a month's link: its look in the chart, or its words in the table. */
export type Mark = {
  className?: string | undefined;
  title?: string;
  'aria-label'?: string;
  children?: ReactNode;
};
export type MonthLink = (month: ScoredMonth, mark: Mark) => ReactNode;

/** Returns the chart's numbers as a table. */
export function trendFigures(months: ScoredMonth[], link?: MonthLink): Figures {
  return {
    caption: 'Average score by month',
    head: ['Month', 'Average score', 'Interviews'],
    rows: months.map((one) => ({
      key: one.month,
      link: link && ((children) => link(one, { children })),
      cells: [countedMonth(one), formatPercent(one.percent), formatNumber(one.responses)],
    })),
  };
}
