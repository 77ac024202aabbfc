import type { UseQueryResult } from '@tanstack/react-query';

import type { ResultsSummary } from '#domain/results/results.ts';
import { TrendChart } from '#web/ui/trend-chart.tsx';
import {
  describeTrend,
  scoredMonths,
  trendFigures,
  type Mark,
  type ScoredMonth,
} from '#web/ui/trend.ts';
import { FigurePanel } from './figure-panel.tsx';
import { ToResponses } from './to-responses.tsx';

const ofMonth = ({ month }: Pick<ScoredMonth, 'month'>, mark: Mark) => (
  <ToResponses key={month} only={{ month }} {...mark} />
);

/** How scores went, month by month, and over how many interviews. */
export function TrendFigure({ summary }: { summary: UseQueryResult<ResultsSummary> }) {
  return (
    <FigurePanel
      subject="Average score and interviews by month"
      query={summary}
      height={272}
      isEmpty={({ trend }) => scoredMonths(trend).length === 0}
      finding={({ trend }) => describeTrend(scoredMonths(trend)).replace(/\.$/, '')}
      figures={({ trend }) => trendFigures(scoredMonths(trend), ofMonth)}
    >
      {({ trend }) => <TrendChart months={scoredMonths(trend)} withCounts link={ofMonth} />}
    </FigurePanel>
  );
}
