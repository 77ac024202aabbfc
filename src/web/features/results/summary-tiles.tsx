import type { ResultsSummary } from '#domain/results/results.ts';
import {
  formatDecimal,
  formatDuration,
  formatNumber,
  formatPercent,
  nothing,
} from '#web/lib/format.ts';
import { Score } from '#web/ui/charts/score.tsx';
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
  /** The score in percent, which decides the colour. Left out when the figure is not a score. */
  percent?: number | null;
  change: Change | undefined;
  /** The link's target: the figure's responses in the most useful order. `words` describes them. */
  behind: Behind;
  words: string;
};

type Props = { summary: ResultsSummary | undefined; before: Before };

/** Shows four figures over the whole range. A figure that cannot be computed shows a dash. */
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
      // Responses without a score are not in the average, and would come before the lowest score.
      behind: { sort: 'percent', direction: 'asc', ...(summary?.notScored && { least: 0 }) },
      words: 'responses, the lowest score first',
    },
    {
      name: 'Completion rate',
      value: summary && formatPercent(summary.completionRate),
      change: changeOf([summary?.completionRate, past?.completionRate], ' points'),
      // Unfinished interviews are not responses, so they are not listed here. The dashboard lists
      // them.
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
      {unit && value !== nothing && <small>{unit}</small>}
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
