import { useQuery, type UseQueryResult } from '@tanstack/react-query';

import type { ResultsFilter, ResultsSummary } from '#domain/results/results.ts';
import { trendStep } from '#domain/results/trend.ts';
import { TrendChart } from '#web/ui/charts/trend-chart.tsx';
import {
  describeTrend,
  pointsOf,
  scoredMonths,
  trendFigures,
  type Mark,
  type TrendPoint,
} from '#web/ui/charts/trend.ts';
import { FigurePanel } from './figure-panel.tsx';
import { trendQuery } from './read-results.ts';
import { ToResponses } from './to-responses.tsx';

type Props = { summary: UseQueryResult<ResultsSummary>; filter: ResultsFilter };

/**
 * Shows the average score and the number of interviews over time: by day or week when the range is
 * short, otherwise by month.
 */
export function TrendFigure({ summary, filter }: Props) {
  const step = trendStep(filter);
  // The summary already contains the months.
  if (step === 'month')
    return (
      <TrendPanel step="month" query={summary} pointsIn={({ trend }) => scoredMonths(trend)} />
    );
  return <ByStep key={step} query={{ ...filter, step }} />;
}

function ByStep({ query }: { query: Parameters<typeof trendQuery>[0] }) {
  const { step } = query;
  return (
    <TrendPanel
      step={step}
      query={useQuery(trendQuery(query))}
      pointsIn={(trend) => pointsOf(step, trend)}
    />
  );
}

type PanelProps<T> = {
  step: TrendPoint['step'];
  query: UseQueryResult<T>;
  pointsIn: (data: T) => TrendPoint[];
};

function TrendPanel<T>({ step, query, pointsIn }: PanelProps<T>) {
  return (
    <FigurePanel
      subject={`Average score and interviews by ${step}`}
      query={query}
      height={316}
      isEmpty={(data) => pointsIn(data).length === 0}
      finding={(data) => describeTrend(pointsIn(data)).replace(/\.$/, '')}
      figures={(data) => trendFigures(pointsIn(data), behind)}
    >
      {(data) => <TrendChart points={pointsIn(data)} withCounts link={behind} />}
    </FigurePanel>
  );
}

/** Links a point to the responses of its period. */
function behind({ step, period }: TrendPoint, mark: Mark) {
  const only = { month: { month: period }, week: { week: period }, day: { day: period } }[step];
  return <ToResponses key={period} only={only} {...mark} />;
}
