import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { HotelScore, HotelScores, HotelScoresQuery } from '#domain/results/analytics.ts';
import type { ResultsFilter } from '#domain/results/results.ts';
import { nameAssessment } from '#domain/rounds/round.ts';
import { verdictOfPercent } from '#domain/scoring/verdict.ts';
import { countWords, formatChange, formatNumber, formatPercent, nothing } from '#web/lib/format.ts';
import { usePortfolioLine } from '#web/lib/portfolio-line.ts';
import { Score } from '#web/ui/charts/score.tsx';
import { ariaSort, SortButton } from '#web/ui/sort-button.tsx';
import { FigurePanel } from './figure-panel.tsx';
import { HotelName, HotelSearch, HotelsFoot, useHotelList } from './hotel-figures.tsx';
import classes from './hotel-figures.module.css';
import { hotelScoresQuery } from './read-results.ts';
import { ToResponses } from './to-responses.tsx';

type Order = Required<Pick<HotelScoresQuery, 'sort' | 'direction'>>;
type Props = { filter: ResultsFilter };

/** Compares hotels: each one's score, and its change from the previous assessment to the latest. */
export function CompareFigure({ filter }: Props) {
  const list = useHotelList(filter);
  const passLine = usePortfolioLine();
  const [order, setOrder] = useState<Order>({ sort: 'change', direction: 'asc' });
  return (
    <FigurePanel
      subject="Hotels compared: score in this range, and the change from one stage’s assessment to the next"
      query={useQuery(hotelScoresQuery({ ...filter, ...order, ...list.query }))}
      height={586}
      isEmpty={({ hotels }) => !list.isAll && hotels.length === 0}
      finding={describe}
    >
      {(scores) => (
        <>
          <HotelSearch list={list} />
          <div className={classes.scroll}>
            <table className={`${classes.table} ${classes.compared}`}>
              <Head order={order} onOrder={setOrder} passLine={passLine} />
              <tbody>
                {scores.hotels.map((hotel) => (
                  <Row
                    key={hotel.hotelId}
                    hotel={hotel}
                    lowest={lowestOf(scores.hotels, passLine)}
                    passLine={passLine}
                    to={filter.to}
                  />
                ))}
              </tbody>
            </table>
          </div>
          <HotelsFoot scores={scores} list={list} />
        </>
      )}
    </FigurePanel>
  );
}

function describe({ improved, declined }: HotelScores): string {
  if (improved + declined === 0) return 'No hotel has moved since its previous assessment';
  return `${countWords(improved, 'hotel has', 'hotels have')} improved since the previous assessment, ${formatNumber(declined)} fell back`;
}

type HeadProps = { order: Order; onOrder: (order: Order) => void; passLine: number };

function Head({ order, onOrder, passLine }: HeadProps) {
  const sortable = (sort: Order['sort'], label: string, className?: string) => (
    <th scope="col" className={className} aria-sort={ariaSort(order, sort)}>
      <SortButton {...{ sort, label, order }} onSort={onOrder} />
    </th>
  );
  return (
    <thead>
      <tr>
        {sortable('hotelName', 'Hotel')}
        {sortable('responses', 'Interviews', `${classes.number} ${classes.wide}`)}
        {sortable('percent', 'Score', classes.number)}
        <th scope="col" className={classes.assessments}>
          Previous ○ to latest ● assessment, pass at {passLine}%
        </th>
        {sortable('change', 'Change', classes.number)}
      </tr>
    </thead>
  );
}

/**
 * Returns where the scale begins. It begins at 40 % so that small changes are visible, or at 0 when
 * a score or the pass line is lower.
 */
function lowestOf(hotels: HotelScore[], passLine: number): number {
  const percents = hotels.flatMap(({ previous, latest }) => [previous?.percent, latest?.percent]);
  return [passLine, ...percents].every((percent = 100) => percent >= 40) ? 40 : 0;
}

type RowProps = {
  hotel: HotelScore;
  lowest: number;
  passLine: number;
  /** The last day of the range. Later assessments are left out. */
  to: string | undefined;
};

function Row({ hotel, ...scale }: RowProps) {
  return (
    <tr>
      <th scope="row">
        <HotelName hotel={hotel} />
      </th>
      <td className={`${classes.number} ${classes.wide}`}>{formatNumber(hotel.responses)}</td>
      <td className={classes.number}>
        <Score percent={hotel.percent} />
      </td>
      <td className={classes.assessments}>
        <Move hotel={hotel} {...scale} />
      </td>
      <td className={`${classes.number} ${classes.change}`}>{formatChange(hotel.change)}</td>
    </tr>
  );
}

/**
 * Draws the change from the previous assessment to the latest. Each end links to the responses of
 * its assessment.
 */
function Move({ hotel, lowest, passLine, to }: RowProps) {
  const { previous, latest } = hotel;
  if (!latest) return nothing;
  const place = (percent: number) => (100 * (percent - lowest)) / (100 - lowest);
  const [begin, end] = [place(previous?.percent ?? latest.percent), place(latest.percent)];
  const way = { left: `${Math.min(begin, end)}%`, width: `${Math.abs(end - begin)}%` };
  return (
    <div className={classes.move}>
      <span className={classes.track} aria-hidden>
        <i className={classes.pass} style={{ left: `${place(passLine)}%` }} />
        <i className={classes.way} style={way} />
      </span>
      {previous && (
        <>
          <AssessmentLink {...{ hotel, passLine, to }} of={previous} left={begin} />
          <span aria-hidden> → </span>
        </>
      )}
      <AssessmentLink {...{ hotel, passLine, to }} of={latest} left={end} />
    </div>
  );
}

type AssessmentProps = Pick<RowProps, 'hotel' | 'passLine' | 'to'> & {
  of: NonNullable<HotelScore['latest']>;
  left: number;
};

/**
 * Links to all responses of an assessment. An assessment can have begun before the range, so only
 * the range's end applies.
 */
function AssessmentLink({ hotel, passLine, to, of, left }: AssessmentProps) {
  const { stage, percent, roundId, isProvisional } = of;
  const words = `${nameAssessment(of)} ${formatPercent(percent)}`;
  const label = `${hotel.hotelName}, ${words}${isProvisional ? ' provisional' : ''}`;
  // Without the round, the link would show the responses of all rounds of this stage. A cycle can have several.
  const round = roundId ?? undefined;
  const days = { range: 'custom', from: undefined, to, month: undefined } as const;
  return (
    <ToResponses
      only={{ hotel: hotel.hotelId, stage, round, ...days }}
      className={classes.assessment}
      title={label}
      aria-label={label}
    >
      <b data-verdict={verdictOfPercent(percent, passLine)} style={{ left: `${left}%` }} />
      {words}
      {isProvisional && <span className={classes.provisional}> provisional</span>}
    </ToResponses>
  );
}
