import { memo } from 'react';

import type { Hotel } from '#domain/hotels/hotel.ts';
import { StageBadge } from '#web/ui/stage-badge.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { hotelStatusTones } from '#web/ui/tones.ts';
import { HotelActions, HotelName, placeOf } from './hotel-parts.tsx';
import classes from './hotels-cards.module.css';
import { useRowsInView } from './use-rows-in-view.ts';

/** Pixels. */
const cardHeight = 152;

type Props = {
  hotels: readonly Hotel[];
  nameConsultant: ((hotel: Hotel) => string) | undefined;
  onDelete: (hotel: Hotel) => void;
};

/** The hotels where a table has no room: one below the other, those in view alone in the page. */
export function HotelsCards({ hotels, nameConsultant, onDelete }: Props) {
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
  consultant: string | undefined;
  measure: (card: Element | null) => void;
  onDelete: (hotel: Hotel) => void;
};

const Card = memo(function Card({ index, count, hotel, consultant, measure, onDelete }: CardProps) {
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
      <div className={classes.badges}>
        <StageBadge stage={hotel.stage} />
        <StatusBadge tone={hotelStatusTones[hotel.status]}>{hotel.status}</StatusBadge>
      </div>
    </li>
  );
});
