import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';

import type { HotelScore, HotelScores } from '#domain/results/analytics.ts';
import type { ResultsFilter } from '#domain/results/results.ts';
import { kpeCategories } from '#domain/surveys/question.ts';
import { formatPercent } from '#web/lib/format.ts';
import { usePortfolioLine } from '#web/lib/portfolio-line.ts';
import { scoreStepsOf, stepOf } from '#web/ui/charts/score-colors.ts';
import { FigurePanel } from './figure-panel.tsx';
import { HotelName, HotelSearch, HotelsFoot, useHotelList } from './hotel-figures.tsx';
import classes from './hotel-figures.module.css';
import { hotelScoresQuery } from './read-results.ts';
import type { Narrowing } from './results-view.ts';
import { ToResponses } from './to-responses.tsx';

/** Shows each hotel's categories by colour, the weakest hotels first. */
export function HeatMapFigure({ filter }: { filter: ResultsFilter }) {
  const list = useHotelList(filter);
  return (
    <FigurePanel
      subject="Category scores by hotel, the lowest first"
      query={useQuery(hotelScoresQuery({ ...filter, ...list.query }))}
      height={586}
      isEmpty={({ hotels }) => !list.isAll && hotels.every(({ percent }) => percent === null)}
      finding={describe}
    >
      {(scores) => (
        <>
          <Legend />
          <HotelSearch list={list} />
          <div className={classes.scroll}>
            <HeatMap hotels={scores.hotels} />
          </div>
          <HotelsFoot scores={scores} list={list} />
        </>
      )}
    </FigurePanel>
  );
}

function describe({ hotels: [lowest] }: HotelScores): string {
  if (!lowest) return 'No hotel matches';
  const [weakest] = lowest.categories
    .filter(({ percent }) => percent !== null)
    .toSorted((a, b) => (a.percent ?? 0) - (b.percent ?? 0));
  const where = weakest ? `, ${formatPercent(weakest.percent)} in ${weakest.category}` : '';
  return `${lowest.hotelName} scores ${formatPercent(lowest.percent)}${where}`;
}

/**
 * Returns the look of a score. Below the pass line it also has a bar at its foot, for people who do
 * not see the colours.
 */
function look(step: ReturnType<typeof stepOf>) {
  return {
    style: step && ({ '--cell': step.cell } as CSSProperties),
    'data-below': step?.verdict === 'Needs Review',
  };
}

function Legend() {
  return (
    <p className={classes.legend} aria-hidden>
      {scoreStepsOf(usePortfolioLine()).map((step) => (
        <span key={step.name}>
          <i {...look(step)} />
          {step.name}
        </span>
      ))}
    </p>
  );
}

function HeatMap({ hotels }: { hotels: HotelScore[] }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Hotel</th>
          {kpeCategories.map((category) => (
            <th key={category} scope="col" className={classes.heat}>
              {category}
            </th>
          ))}
          <th scope="col" className={classes.heat}>
            Score
          </th>
        </tr>
      </thead>
      <tbody>
        {hotels.map((hotel) => (
          <tr key={hotel.hotelId}>
            <th scope="row">
              <HotelName hotel={hotel} />
            </th>
            {hotel.categories.map(({ category, percent }) => (
              <Cell
                key={category}
                percent={percent}
                only={{ hotel: hotel.hotelId, category }}
                name={`${hotel.hotelName}, ${category}`}
              />
            ))}
            <Cell
              percent={hotel.percent}
              only={{ hotel: hotel.hotelId }}
              name={`${hotel.hotelName}, all categories`}
            />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type CellProps = { percent: number | null; only: Narrowing; name: string };

function Cell({ percent, only, name }: CellProps) {
  const figure = formatPercent(percent);
  const steps = scoreStepsOf(usePortfolioLine());
  return (
    <td className={classes.heat} {...look(percent === null ? undefined : stepOf(percent, steps))}>
      {percent === null ? (
        figure
      ) : (
        <ToResponses only={only} title={`${name}: ${figure}`} aria-label={`${name}: ${figure}`}>
          {figure}
        </ToResponses>
      )}
    </td>
  );
}
