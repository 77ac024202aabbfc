import type { ReactNode } from 'react';

import { once } from '#domain/once.ts';
import type { ResultsSummary, Trend } from '#domain/results/results.ts';
import type { TrendStep } from '#domain/results/trend.ts';
import { formatDecimal, formatNumber, formatPercent } from '#web/lib/format.ts';

import type { Figures } from './figure-table.tsx';

/** One point of a trend: a month, or in a short range a day or week. */
export type TrendPoint = {
  step: TrendStep;
  /** `2026-03` for a month, otherwise the first day of the week or the day itself. */
  period: string;
  /**
   * False when only a part of the period is counted. Such a point is never compared with a whole
   * one.
   */
  isWhole: boolean;
  /** True while the period is not over, so that its figures are preliminary. */
  isRunning: boolean;
  responses: number;
  /** Null when nothing is scored. The line then skips the point. */
  percent: number | null;
};
type Scored = TrendPoint & { percent: number };
export type ScoredMonth = Scored & {
  /** Such as `2026-03`. */
  month: string;
};

/** The fewest interviews for which an average says something. With fewer, its dot is hollow. */
export const enoughInterviews = 5;

type Counted = Pick<
  ResultsSummary['trend'][number],
  'month' | 'isWhole' | 'isRunning' | 'responses' | 'percent'
>;

export function scoredMonths(trend: readonly Counted[]): ScoredMonth[] {
  return trend.flatMap(({ percent, ...one }) =>
    percent === null ? [] : [{ step: 'month' as const, period: one.month, ...one, percent }],
  );
}

/** Returns the days or weeks from the first one that has a score. */
export function pointsOf(step: 'day' | 'week', { points }: Trend): TrendPoint[] {
  const first = points.findIndex(({ percent }) => percent !== null);
  if (first < 0) return [];
  return points.slice(first).map(({ from, ...one }) => ({ step, period: from, ...one }));
}

const isScored = (point: TrendPoint): point is Scored => point.percent !== null;

/**
 * Describes the chart in a sentence: the latest whole period, or the current part when no period is
 * whole.
 */
export function describeTrend(points: TrendPoint[]): string {
  const scored = points.filter(isScored);
  const part = scored.at(-1);
  if (!part) return 'Nothing has been scored yet.';
  // A day or week of a few interviews goes up and down by chance, so it is not named.
  const [latest, before] = scored
    .filter(({ isWhole, step, responses }) => {
      return isWhole && (step === 'month' || responses >= enoughInterviews);
    })
    .toReversed();
  if (!latest) return `${formatPercent(part.percent)} on average ${inPartOf(part)}.`;
  const now = `${formatPercent(latest.percent)} on average ${inPeriod(latest)}`;
  if (!before) return `${now}.`;
  const change = Math.round((latest.percent - before.percent) * 10) / 10;
  if (change === 0) return `${now}, as ${inPeriod(before)}.`;
  const moved = formatDecimal(Math.abs(change));
  return `${now}, ${change > 0 ? 'up' : 'down'} ${moved} points on ${nameOf(before)}.`;
}

/**
 * Returns a scale that begins below the lowest score and the pass line, so that a change of a few
 * points is visible. Lines too close to the pass line for their labels are left out.
 */
export function scaleOf(
  points: TrendPoint[],
  passLine: number,
): { lowest: number; lines: number[] } {
  const percents = [passLine, ...points.filter(isScored).map(({ percent }) => percent)];
  const lowest = Math.min(60, ...percents.map((percent) => 20 * Math.floor(percent / 20)));
  const others = [0, 20, 40, 60, 80, 100].filter((line) => Math.abs(line - passLine) >= 10);
  const lines = [...others, passLine].filter((line) => line >= lowest);
  return { lowest, lines: lines.toSorted((a, b) => a - b) };
}

const format = (parts: Intl.DateTimeFormatOptions) =>
  once(() => new Intl.DateTimeFormat(undefined, { ...parts, timeZone: 'UTC' }));
const longMonth = format({ month: 'long' });
const shortMonth = format({ month: 'short' });
const monthAndYear = format({ month: 'long', year: 'numeric' });
const dayAndMonth = format({ day: 'numeric', month: 'short' });
const wholeDay = format({ day: 'numeric', month: 'short', year: 'numeric' });
const dateOf = (period: string) => new Date(`${period}${period.length > 7 ? '' : '-01'}T00:00:00Z`);

/** Returns the month and year: "March 2026" for `2026-03`. */
export function monthOfYear(month: string): string {
  return monthAndYear().format(dateOf(month));
}

/** Returns the month's name: "March" for `2026-03`. */
export function monthName(month: string): string {
  return longMonth().format(dateOf(month));
}

/** Returns the month's short name: "Mar" for `2026-03`. */
export function shortMonthName(month: string): string {
  return shortMonth().format(dateOf(month));
}

/** Returns "March", "the week of 9 Mar" or "12 Mar". */
function nameOf({ step, period }: TrendPoint): string {
  if (step === 'month') return monthName(period);
  const day = dayAndMonth().format(dateOf(period));
  return step === 'week' ? `the week of ${day}` : day;
}

function inPeriod(point: TrendPoint): string {
  return `${point.step === 'day' ? 'on' : 'in'} ${nameOf(point)}`;
}

function inPartOf(point: TrendPoint): string {
  return point.isWhole ? inPeriod(point) : `in a part of ${nameOf(point)}`;
}

/**
 * Returns "March 2026", "Week of 9 Mar 2026" or "12 Mar 2026", and says when only a part of the
 * period is counted.
 */
export function countedPeriod({ step, period, isWhole, isRunning }: TrendPoint): string {
  const day = wholeDay().format(dateOf(period));
  const names = { month: monthOfYear(period), week: `Week of ${day}`, day };
  if (isWhole) return names[step];
  return isRunning ? `${names[step]} so far` : `Part of ${names[step].replace('Week', 'week')}`;
}

/**
 * Returns the labels below the points: the month or the day, and below it the year or month where a
 * new one begins.
 */
export function axisOf(points: TrendPoint[]): { label: string; below: string }[] {
  const first = firstLabelled(points);
  return points.map((point, index) => {
    const { step, period, isRunning } = point;
    const date = dateOf(period);
    const before = (index > first && points[index - 1]?.period) || '';
    const year = before.slice(0, 4) === period.slice(0, 4) ? '' : period.slice(0, 4);
    const isNewMonth = before.slice(0, 7) !== period.slice(0, 7);
    const month = step !== 'month' && isNewMonth ? shortMonth().format(date) : '';
    return {
      label: step === 'month' ? shortMonth().format(date) : String(date.getUTCDate()),
      below: isRunning ? 'so far' : index < first ? '' : [month, year].filter(Boolean).join(' '),
    };
  });
}

/**
 * Returns the index of the first point with a year or month below it. The first point of all has none when the
 * next such label is so near that the two would overlap.
 */
function firstLabelled(points: TrendPoint[]): number {
  const isByMonth = points[0]?.step === 'month';
  const newPart = (period: string | undefined) => period?.slice(0, isByMonth ? 4 : 7);
  const next = points.findIndex(({ period }) => newPart(period) !== newPart(points[0]?.period));
  const isNear = next > 0 && next < (isByMonth ? 2 : 3);
  return isNear && !points[next]?.isRunning ? next : 0;
}

/** The props of a point's link: its look in the chart, or its text in the table. */
export type Mark = {
  className?: string | undefined;
  title?: string;
  'aria-label'?: string;
  tabIndex?: number;
  children?: ReactNode;
};
export type PointLink<P extends TrendPoint = TrendPoint> = (point: P, mark: Mark) => ReactNode;
export type MonthLink = PointLink<ScoredMonth>;

const stepNames = { day: 'Day', week: 'Week', month: 'Month' } as const;

/** Returns the chart's figures as a table. */
export function trendFigures<P extends TrendPoint>(points: P[], link?: PointLink<P>): Figures {
  const step = stepNames[points[0]?.step ?? 'month'];
  return {
    caption: `Average score by ${step.toLowerCase()}`,
    head: [step, 'Average score', 'Interviews'],
    rows: points.map((one) => ({
      key: one.period,
      link: link && one.responses > 0 ? (children) => link(one, { children }) : undefined,
      cells: [countedPeriod(one), formatPercent(one.percent), formatNumber(one.responses)],
    })),
  };
}
