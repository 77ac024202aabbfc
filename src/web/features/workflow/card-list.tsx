import type { VirtualItem } from '@tanstack/react-virtual';
import type { ReactNode, Ref } from 'react';

import type { BoardCard } from '#domain/workflow/board.ts';
import classes from './card-list.module.css';

type Props = {
  hotels: readonly BoardCard[];
  /** The cards that exist. */
  items: readonly VirtualItem[];
  /** Pixels from where the list scrolls to its own top. */
  top: number;
  height: number;
  ref?: Ref<HTMLDivElement>;
  /** Measures each card, where they differ in height. */
  measure?: Ref<HTMLDivElement>;
  placeClass?: string | undefined;
  children: (hotel: BoardCard, index: number) => ReactNode;
};

/** A stage's cards, of which only those in view exist; screen readers are told of how many. */
export function CardList({ hotels, items, top, height, ref, measure, ...rest }: Props) {
  const { placeClass = '', children } = rest;
  return (
    <div
      ref={ref}
      role={hotels.length > 0 ? 'list' : undefined}
      className={classes.all}
      style={{ height }}
    >
      {items.map(({ index, start }) => {
        const hotel = hotels[index];
        return (
          hotel && (
            <div
              key={hotel.id}
              ref={measure}
              data-index={index}
              role="listitem"
              aria-setsize={hotels.length}
              aria-posinset={index + 1}
              className={`${classes.place} ${placeClass}`}
              style={{ top: start - top }}
            >
              {children(hotel, index)}
            </div>
          )
        );
      })}
    </div>
  );
}
