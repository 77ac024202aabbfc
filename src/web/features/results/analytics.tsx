import type { UseQueryResult } from '@tanstack/react-query';

import type { ResultsFilter, ResultsSummary } from '#domain/responses/results.ts';
import classes from './analytics.module.css';
import { CompareFigure } from './compare-figure.tsx';
import { DistributionFigure } from './distribution-figure.tsx';
import { HeatMapFigure } from './heat-map-figure.tsx';
import { LostPointsFigure } from './lost-points-figure.tsx';
import type { PickHotel, PickSurvey } from './results-view.ts';
import { TrendFigure } from './trend-figure.tsx';

type Props = {
  summary: UseQueryResult<ResultsSummary>;
  filter: ResultsFilter;
  onPickHotel: PickHotel;
  onPickSurvey: PickSurvey;
};

/** Pictures over the filtered range: how it went, where it is weak, and what to work on. */
export function Analytics({ summary, filter, onPickHotel, onPickSurvey }: Props) {
  return (
    <div className={classes.pictures}>
      <TrendFigure summary={summary} />
      <DistributionFigure filter={filter} />
      <HeatMapFigure filter={filter} onPick={onPickHotel} />
      <LostPointsFigure filter={filter} onPick={onPickSurvey} />
      <div className={classes.whole}>
        <CompareFigure filter={filter} onPick={onPickHotel} />
      </div>
    </div>
  );
}
