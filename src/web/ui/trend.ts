import type { ReactNode } from 'react';

import type { ResultsSummary } from '#domain/results/results.ts';
import { formatNumber, formatPercent } from '#web/lib/format.ts';
import { once } from '#domain/once.ts';

import type { Figures } from './figure-table.tsx';

export type ScoredMonth = {
  /** `2026-03` */
  month: string;
  responses: number;
  percent: number;
};

export function scoredMonths(trend: ResultsSummary['trend']): ScoredMonth[] {
  return trend.flatMap(({ month, responses, percent }) =>
    percent === null ? [] : [{ month, responses, percent }],
  );
}

/** What the chart says, in a sentence. */
export function describeTrend(months: ScoredMonth[]): string {
  const [latest, before] = months.toReversed();
  if (!latest) return 'Nothing has been scored yet.';
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
  const lines = [0, 20, 40, 60, 80, 100].filter((line) => line >= lowest);
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
      cells: [
        monthName(one.month, 'long'),
        formatPercent(one.percent),
        formatNumber(one.responses),
      ],
    })),
  };
}
