import { Skeleton, UnstyledButton } from '@mantine/core';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';

import type { BoardCard } from '#domain/workflow/board.ts';
import { formatPercent } from '#web/lib/format.ts';
import { usePortfolioLine } from '#web/lib/portfolio-line.ts';
import { averageScore, isArriving, type Cards } from './board-state.ts';
import { CardList } from './card-list.tsx';
import cardClasses from './hotel-card.module.css';
import { cardId, cardPitch, HotelCard } from './hotel-card.tsx';
import classes from './phone-board.module.css';
import { useCardKeys } from './use-card-keys.ts';

type Props = {
  hotels: Cards;
  /** Pixels from the page's top to the board's. */
  top: number;
  onOpen: (hotelId: number) => void;
};

/** Shows a stage of the phone's board. Only the cards in view are rendered. The window scrolls them. */
export function PhoneStage({ hotels, top, onOpen }: Props) {
  const keys = useCardKeys(hotels, (index) => virtual.scrollToIndex(index));
  const list = useRef<HTMLDivElement>(null);
  const [above, setAbove] = useState(0);
  useLayoutEffect(() => setAbove(list.current?.offsetTop ?? 0), []);
  const scrollMargin = top + above;
  const virtual = useWindowVirtualizer({
    count: hotels.length,
    estimateSize: () => cardPitch,
    getItemKey: (index) => hotels[index]?.id ?? `place ${index}`,
    overscan: 3,
    rangeExtractor: keys.rangeExtractor,
    scrollMargin,
  });
  return (
    <>
      <Average hotels={hotels} />
      {hotels.length === 0 && <p className={classes.empty}>No hotels in this stage</p>}
      <CardList
        ref={list}
        hotels={hotels}
        items={virtual.getVirtualItems()}
        top={scrollMargin}
        height={virtual.getTotalSize()}
        measure={virtual.measureElement}
        placeClass={classes.place}
      >
        {(hotel, index) => <Card hotel={hotel} onOpen={onOpen} {...keys.of(index)} />}
      </CardList>
    </>
  );
}

/**
 * Shows the average score above the cards. While some cards have not arrived, it keeps the same space, so that
 * the cards do not move.
 */
function Average({ hotels }: Pick<Props, 'hotels'>) {
  const average = averageScore(hotels, usePortfolioLine());
  if (average !== null)
    return <p className={classes.average}>Average score {formatPercent(average)}</p>;
  if (!isArriving(hotels) || !hotels.some((one) => one?.latest)) return null;
  return (
    <p className={classes.average} aria-hidden>
      <Skeleton component="span" display="inline-block" width="9rem" height="0.8em" />
    </p>
  );
}

type CardProps = ReturnType<ReturnType<typeof useCardKeys>['of']> & {
  hotel: BoardCard;
  onOpen: Props['onOpen'];
};

function Card({ hotel, onOpen, isTabStop, onFocus, onKey }: CardProps) {
  return (
    <UnstyledButton
      id={cardId(hotel.id)}
      className={cardClasses.card ?? ''}
      tabIndex={isTabStop ? 0 : -1}
      onClick={() => onOpen(hotel.id)}
      onFocus={onFocus}
      onKeyDown={onKey}
    >
      <HotelCard hotel={hotel} />
    </UnstyledButton>
  );
}
