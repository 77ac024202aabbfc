import type { ResultsSummary } from '#domain/results/results.ts';
import { percentOf, type Verdict } from '#domain/scoring/verdict.ts';
import { formatChange, formatCountChange, formatNumber, formatPercent } from '#web/lib/format.ts';
import { monthName, shortMonthName } from '#web/ui/charts/trend.ts';

type Month = ResultsSummary['trend'][number];

export type KeyFigure = {
  label: string;
  value: string;
  /** The month of the figure. */
  note: string;
  /** The change from the month before. Undefined when there is none to compare with. */
  change: string | undefined;
  /** The value when it is a score, to be shown in the colour of its verdict. */
  score?: number | null;
  /** The search of Results that shows the responses behind the figure. */
  behind: Record<string, string | number>;
  /** The value in each whole month that has one, the oldest first. */
  course: readonly number[];
};

type Declaration = {
  label: string;
  of: (month: Month) => number | null;
  format: (value: number | null) => string;
  formatChange: (change: number) => string;
  isScore?: true;
  behind: { verdict?: Verdict };
};

const inPoints = (change: number) => `${formatChange(change)} points`;

const declared: readonly Declaration[] = [
  {
    label: 'Average score',
    of: ({ percent }) => percent,
    format: formatPercent,
    formatChange: inPoints,
    isScore: true,
    behind: {},
  },
  {
    label: 'Pass',
    of: ({ passed, scored }) => percentOf({ totalScore: passed, maxScore: scored }),
    format: formatPercent,
    formatChange: inPoints,
    behind: { verdict: 'Pass' },
  },
  {
    label: 'Need review',
    of: ({ passed, scored }) => scored - passed,
    format: formatNumber,
    formatChange: formatCountChange,
    behind: { verdict: 'Needs Review' },
  },
  {
    label: 'Interviews',
    of: ({ responses }) => responses,
    format: formatNumber,
    formatChange: formatCountChange,
    behind: {},
  },
];

/**
 * Returns the figures of the latest whole month, compared with the whole month before it. When no
 * month is whole yet, the figures are of the current part, without a comparison. Without any month
 * there are none.
 */
export function figuresOf(trend: readonly Month[]): KeyFigure[] {
  const whole = trend.filter(({ isWhole }) => isWhole);
  const month = whole.at(-1) ?? trend.at(-1);
  if (!month) return [];
  const before = month.isWhole ? whole.at(-2) : undefined;
  return declared.map((one) => present(one, whole, month, before));
}

function present(
  { label, of, format, formatChange: formatted, isScore, behind }: Declaration,
  whole: readonly Month[],
  month: Month,
  before: Month | undefined,
): KeyFigure {
  const value = of(month);
  const former = before ? of(before) : null;
  const points = value === null || former === null ? null : Math.round((value - former) * 10) / 10;
  const name = monthName(month.month);
  return {
    label,
    value: format(value),
    note: month.isWhole ? name : `Part of ${name}`,
    change:
      points === null || !before
        ? undefined
        : `${formatted(points)} on ${shortMonthName(before.month)}`,
    ...(isScore && { score: value }),
    behind: { month: month.month, ...behind },
    course: whole.flatMap((one) => of(one) ?? []),
  };
}
