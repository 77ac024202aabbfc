import type { ReactNode } from 'react';

import type { ResultsSummary } from '#domain/results/results.ts';
import { passLine } from '#domain/scoring/verdict.ts';
import { formatNumber, formatPercent } from '#web/lib/format.ts';
import { once } from '#domain/once.ts';

import type { Figures } from './figure-table.tsx';

export type ScoredMonth = {
  /** `2026-03` */
  month: string;
  /** False where only a part of the month is counted: it is never compared with a whole one. */
  isWhole: boolean;
  responses: number;
  percent: number;
};

export function scoredMonths(trend: ResultsSummary['trend']): ScoredMonth[] {
  return trend.flatMap(({ percent, ...month }) =>
    percent === null ? [] : [{ ...month, percent }],
  );
}

/** What the chart says, in a sentence: of the latest whole month, or of a part where none is whole. */
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

/** The scale begins below the lowest score, so that a change of a few points can be seen. */
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

/** "March" or "Mar" of `2026-03`. */
export function monthName(month: string, style: 'long' | 'short'): string {
  return months[style]().format(new Date(`${month.slice(0, 7)}-01T00:00:00Z`));
}

/** "March 2026" of `2026-03`. */
export function monthOfYear(month: string): string {
  return monthAndYear().format(new Date(`${month}-01T00:00:00Z`));
}

/** The same, and whether it is a part of the month alone. */
export function countedMonth({ month, isWhole }: ScoredMonth): string {
  return isWhole ? monthOfYear(month) : `Part of ${monthOfYear(month)}`;
}

/** What a link to what is behind a month is given: its look in the chart, its words in the table. */
export type Mark = {
  className?: string | undefined;
  title?: string;
  'aria-label'?: string;
  children?: ReactNode;
};
export type MonthLink = (month: ScoredMonth, mark: Mark) => ReactNode;

/** The chart's figures as a table. */
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
