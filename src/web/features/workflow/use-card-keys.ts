import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import { useState, type KeyboardEvent } from 'react';

import type { Cards } from './board-state.ts';
import { focusOnceThere } from './hotel-card.tsx';

/**
 * Makes the cards of a column one Tab stop: the card that was focused last, or else the first one.
 * Arrow keys, Home and End move between the cards. While a card is lifted, the dragging library
 * handles these keys and prevents their default, so they do nothing here.
 */
export function useCardKeys(hotels: Cards, show: (index: number) => void) {
  const [last, setLast] = useState<number>();
  const stop = Math.max(
    0,
    hotels.findIndex((one) => one && one.id === last),
  );
  const go = (event: KeyboardEvent) => {
    // Cards that have not arrived cannot be focused.
    const end = hotels.findLastIndex((one) => one !== undefined);
    const to = targetOf(event.key, stop, end);
    const hotel = to === undefined ? undefined : hotels[to];
    if (to === undefined || !hotel || event.defaultPrevented) return;
    event.preventDefault();
    show(to);
    focusOnceThere(hotel.id);
  };
  return {
    /**
     * Used by the virtual list. Always renders the card that Tab reaches, however far the list is
     * scrolled.
     */
    rangeExtractor: (range: Range) => {
      const inView = defaultRangeExtractor(range);
      if (range.count === 0 || inView.includes(stop)) return inView;
      return [...inView, stop].toSorted((a, b) => a - b);
    },
    of: (index: number) => ({
      isTabStop: index === stop,
      onFocus: () => setLast(hotels[index]?.id),
      onKey: go,
    }),
  };
}

function targetOf(key: string, from: number, end: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(from + 1, end);
  if (key === 'ArrowUp') return Math.max(from - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? end : undefined;
}
