import { memo } from 'react';

import type { Hotel } from '#domain/hotels/hotel.ts';
import type { Choosing } from '#web/lib/use-chosen.ts';
import { countWords, formatDate } from '#web/lib/format.ts';
import { Score } from '#web/ui/charts/score.tsx';
import { ChooseRow } from '#web/ui/choosing/choose.tsx';
import { StageBadge } from '#web/ui/stage-badge.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { hotelStatusTones } from '#web/ui/theme/tones.ts';
import type { Figures, HotelFigures } from './hotel-figures.ts';
import { ChooseHotels, HotelActions, HotelName, placeOf } from './hotel-parts.tsx';
import classes from './hotels-cards.module.css';
import { useRowsInView } from './use-rows-in-view.ts';

/** The estimated height of a card, in pixels. */
const cardHeight = 174;

type Props = {
  hotels: readonly Hotel[];
  /** Undefined until they have been read. */
  figures: HotelFigures | undefined;
  nameConsultant: ((hotel: Hotel) => string) | undefined;
  /** Undefined when nothing can be chosen. */
  choosing: Choosing | undefined;
  onDelete: (hotel: Hotel) => void;
};

/** Shows the hotels as cards, where a table has no room. Only the cards in view are rendered. */
export function HotelsCards({ hotels, figures, nameConsultant, choosing, onDelete }: Props) {
  const { list, rows, measure, before, after } = useRowsInView<HTMLUListElement>(
    hotels.length,
    cardHeight,
  );
  return (
    <>
      {choosing && (
        <div className={classes.all}>
          <ChooseHotels hotels={hotels} {...choosing} isLabelled />
        </div>
      )}
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
                isChosen={choosing?.chosen.has(hotel.id)}
                onChoose={choosing?.onChoose}
                measure={measure}
                onDelete={onDelete}
              />
            )
          );
        })}
      </ul>
    </>
  );
}

type CardProps = {
  index: number;
  count: number;
  hotel: Hotel;
  figures: Figures | undefined;
  consultant: string | undefined;
  /** Undefined when nothing can be chosen, and so is `onChoose`. */
  isChosen: boolean | undefined;
  onChoose: Choosing['onChoose'] | undefined;
  measure: (card: Element | null) => void;
  onDelete: (hotel: Hotel) => void;
};

const Card = memo(function Card(props: CardProps) {
  const { index, count, hotel, figures, consultant, measure, onDelete } = props;
  const { isChosen = false, onChoose } = props;
  return (
    <li
      ref={measure}
      data-index={index}
      className={classes.card}
      data-chosen={isChosen}
      aria-setsize={count}
      aria-posinset={index + 1}
    >
      <div className={classes.head}>
        {onChoose && (
          <ChooseRow id={hotel.id} about={hotel.hotelName} {...{ isChosen, onChoose }} />
        )}
        <span className={classes.name}>
          <HotelName hotel={hotel} />
        </span>
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
