import { Skeleton } from '@mantine/core';

import type { ResultsSummary } from '#domain/results/results.ts';
import {
  formatDecimal,
  formatDuration,
  formatNumber,
  formatPercent,
  nothing,
} from '#web/lib/format.ts';
import classes from './figures.module.css';
import type { Behind } from './results-view.ts';
import { ToResponses } from './to-responses.tsx';

const latestFirst = { sort: 'completedAt', direction: 'desc' } as const;

type Figure = {
  name: string;
  /** Undefined while it loads. */
  value: string | undefined;
  unit?: string;
  /** The responses it is over, in the order that tells the most about it; and which these are. */
  behind: Behind;
  words: string;
};

/** Four figures over the whole range. Where there is nothing to compute they show a dash. */
export function SummaryTiles({ summary }: { summary: ResultsSummary | undefined }) {
  return (
    <section className={classes.tiles} aria-label="Summary">
      {figuresOf(summary).map((figure) => (
        <Tile key={figure.name} figure={figure} hasResponses={Boolean(summary?.responses)} />
      ))}
    </section>
  );
}

function figuresOf(summary: ResultsSummary | undefined): Figure[] {
  return [
    {
      name: 'Total responses',
      value: summary && formatNumber(summary.responses),
      behind: latestFirst,
      words: 'responses, the latest first',
    },
    {
      name: 'Average score',
      value: summary && formatDecimal(summary.averageScore),
      unit: '/5',
      // What has nothing to score is not in the average, and would come before the lowest.
      behind: { sort: 'percent', direction: 'asc', ...(summary?.notScored && { least: 0 }) },
      words: 'responses, the lowest score first',
    },
    {
      name: 'Completion rate',
      value: summary && formatPercent(summary.completionRate),
      // Interviews that were not completed are no responses: they wait on the dashboard.
      behind: latestFirst,
      words: 'responses of completed interviews, the latest first',
    },
    {
      name: 'Average duration',
      value: summary && formatDuration(summary.medianDuration),
      behind: { sort: 'duration', direction: 'desc' },
      words: 'responses, the longest interview first',
    },
  ];
}

function Tile({ figure, hasResponses }: { figure: Figure; hasResponses: boolean }) {
  const { name, value, unit = '', behind, words } = figure;
  const shown = (
    <>
      {value}
      {unit && <small>{unit}</small>}
    </>
  );
  return (
    <article className={classes.tile}>
      <h2 className={classes.name}>{name}</h2>
      {value === undefined ? (
        <Skeleton height={36} width={90} />
      ) : (
        <p className={classes.small}>
          {hasResponses && value !== nothing ? (
            <ToResponses
              only={behind}
              title={`To the ${words}`}
              aria-label={`${value}${unit}: ${words}`}
            >
              {shown}
            </ToResponses>
          ) : (
            shown
          )}
        </p>
      )}
    </article>
  );
}
