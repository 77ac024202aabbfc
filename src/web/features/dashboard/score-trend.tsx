import { useQuery } from '@tanstack/react-query';

import { FigureTable } from '#web/ui/figure-table.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { TrendChart } from '#web/ui/trend-chart.tsx';
import { describeTrend, scoredMonths, trendFigures } from '#web/ui/trend.ts';

import { readTrend } from './read-dashboard.ts';

export function ScoreTrend() {
  const { data, error, refetch } = useQuery(readTrend);
  const months = scoredMonths(data?.value.trend ?? []);
  return (
    <Panel title="Scores over time" lead={data && describeTrend(months)}>
      {error && (
        <LoadError title="Error loading scores" error={error} onRetry={() => void refetch()} />
      )}
      {months.length > 0 && (
        <>
          <TrendChart months={months} />
          <FigureTable figures={trendFigures(months)} shown={false} />
        </>
      )}
    </Panel>
  );
}
