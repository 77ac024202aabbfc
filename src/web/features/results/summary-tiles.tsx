import type { ResultsSummary } from '#domain/results/results.ts';
import {
  formatDecimal,
  formatDuration,
  formatNumber,
  formatPercent,
  nothing,
} from '#web/lib/format.ts';
import { Score } from '#web/ui/score.tsx';
import {
  changeOf,
  changeOfCount,
  changeOfDuration,
  type Before,
  type Change,
} from './compare-ranges.ts';
import { FigureCell } from './figure-cell.tsx';
import classes from './figures.module.css';
import type { Behind } from './results-view.ts';
import { ToResponses } from './to-responses.tsx';

const latestFirst = { sort: 'completedAt', direction: 'desc' } as const;

type Figure = {
  name: string;
  /** Undefined while it loads. */
  value: string | undefined;
  unit?: string;
  /** The percent that a score's verdict goes by; left out where it is none. */
  percent?: number | null;
  change: Change | undefined;
  /** The responses it is over, in the order that tells the most about it; and which these are. */
  behind: Behind;
  words: string;
};

type Props = { summary: ResultsSummary | undefined; before: Before };

/** Four figures over the whole range. Where there is nothing to compute they show a dash. */
export function SummaryTiles({ summary, before }: Props) {
  return (
    <section className={classes.tiles} aria-label="Summary">
      {figuresOf(summary, before).map((figure) => (
        <Tile key={figure.name} figure={figure} hasResponses={Boolean(summary?.responses)} />
      ))}
    </section>
  );
}

function figuresOf(summary: Props['summary'], { summary: past, isCut }: Before): Figure[] {
  return [
    {
      name: 'Total responses',
      value: summary && formatNumber(summary.responses),
      change: changeOfCount([summary?.responses, past?.responses], isCut),
      behind: latestFirst,
      words: 'responses, the latest first',
    },
    {
      name: 'Average score',
      value: summary && formatDecimal(summary.averageScore),
      unit: '/5',
      percent: summary?.percent ?? null,
      change: changeOf([summary?.averageScore, past?.averageScore]),
      // What has nothing to score is not in the average, and would come before the lowest.
      behind: { sort: 'percent', direction: 'asc', ...(summary?.notScored && { least: 0 }) },
      words: 'responses, the lowest score first',
    },
    {
      name: 'Completion rate',
      value: summary && formatPercent(summary.completionRate),
      change: changeOf([summary?.completionRate, past?.completionRate], ' points'),
      // Interviews that were not completed are no responses: they wait on the dashboard.
      behind: latestFirst,
      words: 'responses of completed interviews, the latest first',
    },
    {
      name: 'Average duration',
      value: summary && formatDuration(summary.medianDuration),
      change: changeOfDuration([summary?.medianDuration, past?.medianDuration]),
      behind: { sort: 'duration', direction: 'desc' },
      words: 'responses, the longest interview first',
    },
  ];
}

function Tile({ figure, hasResponses }: { figure: Figure; hasResponses: boolean }) {
  const { name, value, unit = '', percent, change, behind, words } = figure;
  const shown = (
    <>
      {value}
      {unit && <small>{unit}</small>}
    </>
  );
  const isLink = hasResponses && value !== undefined && value !== nothing;
  const linked = isLink ? (
    <ToResponses only={behind} title={`To the ${words}`} aria-label={`${value}${unit}: ${words}`}>
      {shown}
    </ToResponses>
  ) : (
    shown
  );
  return (
    <FigureCell name={name} change={change}>
      {value === undefined ? undefined : percent === undefined ? (
        linked
      ) : (
        <Score percent={percent}>{linked}</Score>
      )}
    </FigureCell>
  );
}
