import type { UseQueryResult } from '@tanstack/react-query';

import type { ResultsFilter, ResultsSummary } from '#domain/results/results.ts';
import classes from './analytics.module.css';
import { CompareFigure } from './compare-figure.tsx';
import { DistributionFigure } from './distribution-figure.tsx';
import { HeatMapFigure } from './heat-map-figure.tsx';
import { LostPointsFigure } from './lost-points-figure.tsx';
import type { ResultTab } from './results-view.ts';
import { StandardsFigure } from './standards-figure.tsx';
import { TrendFigure } from './trend-figure.tsx';

type Props = {
  tab: ResultTab;
  summary: UseQueryResult<ResultsSummary>;
  filter: ResultsFilter;
};

/** Shows charts of the filtered responses: the trend, the weak places, and what to work on. */
export function Analytics({ tab, summary, filter }: Props) {
  return (
    <div className={classes.pictures} data-tab={tab}>
      {tab === 'overview' && (
        <>
          <TrendFigure summary={summary} filter={filter} />
          <DistributionFigure filter={filter} />
        </>
      )}
      {tab === 'hotels' && (
        <>
          <HeatMapFigure filter={filter} />
          <CompareFigure filter={filter} />
        </>
      )}
      {tab === 'questions' && <LostPointsFigure filter={filter} />}
      {tab === 'standards' && <StandardsFigure filter={filter} />}
    </div>
  );
}
