import type { UseQueryResult } from '@tanstack/react-query';

import type { ResultsFilter, ResultsSummary } from '#domain/results/results.ts';
import classes from './analytics.module.css';
import { CompareFigure } from './compare-figure.tsx';
import { DistributionFigure } from './distribution-figure.tsx';
import { HeatMapFigure } from './heat-map-figure.tsx';
import { LostPointsFigure } from './lost-points-figure.tsx';
import { TrendFigure } from './trend-figure.tsx';

type Props = {
  summary: UseQueryResult<ResultsSummary>;
  filter: ResultsFilter;
};

/** Pictures over the filtered range: how it went, where it is weak, and what to work on. */
export function Analytics({ summary, filter }: Props) {
  return (
    <div className={classes.pictures}>
      <TrendFigure summary={summary} />
      <DistributionFigure filter={filter} />
      <HeatMapFigure filter={filter} />
      <LostPointsFigure filter={filter} />
      <div className={classes.whole}>
        <CompareFigure filter={filter} />
      </div>
    </div>
  );
}
