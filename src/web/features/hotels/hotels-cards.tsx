import { memo } from 'react';

import type { Hotel } from '#domain/hotels/hotel.ts';
import { countWords, formatDate } from '#web/lib/format.ts';
import { Score } from '#web/ui/charts/score.tsx';
import { StageBadge } from '#web/ui/stage-badge.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { hotelStatusTones } from '#web/ui/theme/tones.ts';
import type { Figures, HotelFigures } from './hotel-figures.ts';
import { HotelActions, HotelName, placeOf } from './hotel-parts.tsx';
import classes from './hotels-cards.module.css';
import { useRowsInView } from './use-rows-in-view.ts';

/** The estimated height of a card, in pixels. */
const cardHeight = 174;

type Props = {
  hotels: readonly Hotel[];
  /** Undefined until they have been read. */
  figures: HotelFigures | undefined;
  nameConsultant: ((hotel: Hotel) => string) | undefined;
  onDelete: (hotel: Hotel) => void;
};

/** Shows the hotels as cards, where a table has no room. Only the cards in view are rendered. */
export function HotelsCards({ hotels, figures, nameConsultant, onDelete }: Props) {
  const { list, rows, measure, before, after } = useRowsInView<HTMLUListElement>(
    hotels.length,
    cardHeight,
  );
  return (
    <ul
      ref={list}
      className={classes.cards}
      aria-label="Hotels"
      style={{ paddingTop: before, paddingBottom: after }}
    >
      {rows.map((index) => {
        const hotel = hotels[index];
        return (
          hotel && (
            <Card
              key={hotel.id}
              index={index}
              count={hotels.length}
              hotel={hotel}
              figures={figures?.get(hotel.id)}
              consultant={nameConsultant?.(hotel)}
              measure={measure}
              onDelete={onDelete}
            />
          )
        );
      })}
    </ul>
  );
}

type CardProps = {
  index: number;
  count: number;
  hotel: Hotel;
  figures: Figures | undefined;
  consultant: string | undefined;
  measure: (card: Element | null) => void;
  onDelete: (hotel: Hotel) => void;
};

const Card = memo(function Card(props: CardProps) {
  const { index, count, hotel, figures, consultant, measure, onDelete } = props;
  return (
    <li
      ref={measure}
      data-index={index}
      className={classes.card}
      aria-setsize={count}
      aria-posinset={index + 1}
    >
      <div className={classes.head}>
        <HotelName hotel={hotel} />
        <HotelActions hotel={hotel} onDelete={onDelete} />
      </div>
      <p className={classes.about}>
        {hotel.hotelBrand} · {placeOf(hotel)}
      </p>
      <p className={classes.about}>
        {hotel.hotelId}
        {consultant && ` · ${consultant}`}
      </p>
      <p className={classes.figures}>{figures && <FigureWords figures={figures} />}</p>
      <div className={classes.badges}>
        <StageBadge stage={hotel.stage} />
        <StatusBadge tone={hotelStatusTones[hotel.status]}>{hotel.status}</StatusBadge>
      </div>
    </li>
  );
});

function FigureWords({ figures }: { figures: Figures }) {
  const { score, verdict, lastInterview, inProgress } = figures;
  const running = inProgress > 0 && ` · ${countWords(inProgress, 'interview')} in progress`;
  if (verdict === null) return <>No interviews yet{running}</>;
  return (
    <>
      Score <Score percent={score} verdict={verdict} />
      {lastInterview !== null && `, ${formatDate(lastInterview)}`}
      {running}
    </>
  );
}
