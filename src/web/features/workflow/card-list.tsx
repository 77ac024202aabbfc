import { Skeleton } from '@mantine/core';
import type { VirtualItem } from '@tanstack/react-virtual';
import type { ReactNode, Ref } from 'react';

import type { BoardCard } from '#domain/workflow/board.ts';
import type { Cards } from './board-state.ts';
import classes from './card-list.module.css';
import { cardPitch } from './hotel-card.tsx';

type Props = {
  hotels: Cards;
  /** The cards that are rendered. */
  items: readonly VirtualItem[];
  /** Pixels from the top of the scrolled content to the top of the list. */
  top: number;
  height: number;
  ref?: Ref<HTMLDivElement>;
  /** Measures each card, where cards differ in height. */
  measure?: Ref<HTMLDivElement>;
  placeClass?: string | undefined;
  children: (hotel: BoardCard, index: number) => ReactNode;
};

/**
 * Renders only the cards in view of a stage, and an empty place for each card that has not arrived. The list's
 * attributes tell screen readers how many there are.
 */
export function CardList({ hotels, items, top, height, ref, measure, ...rest }: Props) {
  const { placeClass = '', children } = rest;
  return (
    <div
      ref={ref}
      role={hotels.length > 0 ? 'list' : undefined}
      className={classes.all}
      style={{ height }}
    >
      {items.map(({ key, index, start }) => {
        const hotel = hotels[index];
        const style = { top: start - top };
        return hotel ? (
          <div
            key={key}
            ref={measure}
            data-index={index}
            role="listitem"
            aria-setsize={hotels.length}
            aria-posinset={index + 1}
            className={`${classes.place} ${placeClass}`}
            style={style}
          >
            {children(hotel, index)}
          </div>
        ) : (
          <div key={key} className={classes.place} style={style} aria-hidden>
            <Skeleton height={cardPitch - 6} radius="md" />
          </div>
        );
      })}
    </div>
  );
}
