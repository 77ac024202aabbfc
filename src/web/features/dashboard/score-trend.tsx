import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { paths } from '#web/paths.ts';
import { FigureTable } from '#web/ui/charts/figure-table.tsx';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { TrendChart } from '#web/ui/charts/trend-chart.tsx';
import { describeTrend, scoredMonths, trendFigures, type MonthLink } from '#web/ui/charts/trend.ts';

import { readTrend, trendDays } from './read-dashboard.ts';

/** Links to the responses of a month. */
const ofMonth: MonthLink = ({ month }, mark) => (
  <Link key={month} to={paths.results} search={{ range: String(trendDays), month }} {...mark} />
);

export function ScoreTrend() {
  const { data, error, refetch } = useQuery(readTrend());
  const months = scoredMonths(data?.value.trend ?? []);
  return (
    <Panel title="Scores over time" density="compact" lead={data && describeTrend(months)}>
      {error && (
        <LoadError title="Error loading scores" error={error} onRetry={() => void refetch()} />
      )}
      {months.length > 0 && (
        <>
          <TrendChart points={months} link={ofMonth} />
          <FigureTable figures={trendFigures(months)} shown={false} />
        </>
      )}
    </Panel>
  );
}
