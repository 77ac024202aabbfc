import { Link } from '@tanstack/react-router';

import type { HotelReport } from '#domain/results/hotel-report.ts';
import { percentOf } from '#domain/scoring/verdict.ts';
import { formatNumber } from '#web/lib/format.ts';
import { usePortfolioLine } from '#web/lib/portfolio-line.ts';
import { paths } from '#web/paths.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Score } from '#web/ui/charts/score.tsx';
import { whyNoneLost } from '#web/ui/responses/why-none-lost.ts';
import classes from './overview.module.css';

/** The most questions that fit next to the rest of the overview. */
const mostShown = 6;

type Props = Pick<HotelReport, 'lostPoints'> & {
  hotelId: number;
  /** The hotel's score; null when nothing is scored. */
  percent: number | null;
};

/**
 * Shows the questions that lose the hotel the most points. Each links to the responses behind it, of all days, as
 * the points are.
 */
export function WeakestQuestions({ hotelId, lostPoints, percent }: Props) {
  const line = usePortfolioLine();
  const losing = lostPoints.questions.filter(({ lost }) => lost > 0).slice(0, mostShown);
  return (
    <Panel
      title="Weakest questions"
      lead={
        losing.length > 0 &&
        `They lose the most of ${formatNumber(lostPoints.totalLost)} points lost in all.`
      }
    >
      {losing.length === 0 && (
        <p className={classes.soft}>
          {percent === null ? 'Nothing has been scored yet.' : whyNoneLost(lostPoints, percent)}
        </p>
      )}
      <ol className={classes.questions}>
        {losing.map(({ surveyId, questionId, text, kpeCategory, score, maximum, lost }) => (
          <li key={`${surveyId}/${questionId}`}>
            <span>
              <Link
                to={paths.results}
                search={{ range: 'custom', hotel: hotelId, question: questionId }}
                preload={false}
              >
                {text}
              </Link>
              {kpeCategory && <span className={classes.soft}> {kpeCategory}</span>}
            </span>
            <span className={classes.lost}>
              <Score percent={percentOf({ totalScore: score, maxScore: maximum }, line)} bare />
              <span className={classes.soft}> −{formatNumber(lost)} points</span>
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
