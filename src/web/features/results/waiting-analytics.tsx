import type { ResultsFilter } from '#domain/results/results.ts';
import { trendStep } from '#domain/results/trend.ts';
import classes from './analytics.module.css';
import { WaitingFigure } from './figure-panel.tsx';
import type { ResultTab } from './results-view.ts';

/** Shows placeholders of the same size as the charts that will appear. */
export function WaitingAnalytics({ tab, filter }: { tab: ResultTab; filter: ResultsFilter }) {
  const pictures = {
    overview: [
      [`Average score and interviews by ${trendStep(filter)}`, 316],
      ['Responses by score, in bands of ten percent', 316],
    ],
    hotels: [
      ['Category scores by hotel, the lowest first', 586],
      ['Hotels compared', 586],
    ],
    questions: [['Questions that lose the most points', 626]],
    standards: [['Standards, repeat findings first', 586]],
  } as const;
  return (
    <div className={classes.pictures} data-tab={tab}>
      {pictures[tab].map(([subject, height]) => (
        <WaitingFigure key={subject} subject={subject} height={height} />
      ))}
    </div>
  );
}
