import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';

import type { ResultsSummary } from '#domain/responses/results.ts';
import { formatDuration, formatNumber, formatPercent, nothing } from '#web/lib/format.ts';
import classes from './figures.module.css';

const oneDecimal = new Intl.NumberFormat(undefined, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** Four figures over the whole range. Where there is nothing to compute they show a dash. */
export function SummaryTiles({ summary }: { summary: ResultsSummary | undefined }) {
  return (
    <section className={classes.tiles} aria-label="Summary">
      <Tile name="Total responses" loading={!summary}>
        {formatNumber(summary?.responses ?? null)}
      </Tile>
      <Tile name="Average score" loading={!summary}>
        {summary?.averageScore == null ? nothing : oneDecimal.format(summary.averageScore)}
        <small>/5</small>
      </Tile>
      <Tile name="Completion rate" loading={!summary}>
        {formatPercent(summary?.completionRate ?? null)}
      </Tile>
      <Tile name="Average duration" loading={!summary}>
        {formatDuration(summary?.medianDuration ?? null)}
      </Tile>
    </section>
  );
}

function Tile({
  name,
  loading,
  children,
}: {
  name: string;
  loading: boolean;
  children: ReactNode;
}) {
  return (
    <article className={classes.tile}>
      <h2 className={classes.name}>{name}</h2>
      {loading ? <Skeleton height={36} width={90} /> : <p className={classes.small}>{children}</p>}
    </article>
  );
}
