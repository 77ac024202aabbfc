import { useEffect, useEffectEvent } from 'react';

type Paged = {
  /** How many rows the shown page has. */
  held: number;
  /** How many rows all pages have together. */
  total: number;
  pageSize: number;
  turn: (page: number) => void;
};

/**
 * Turns to the last page when the address names a later one, after a deletion or from an old link.
 * Returns true while that is so, because there is nothing to show.
 */
export function useLastPage({ held, total, pageSize, turn }: Paged): boolean {
  const last = held === 0 && total > 0 ? Math.ceil(total / pageSize) : undefined;
  const turnTo = useEffectEvent(turn);
  useEffect(() => {
    if (last !== undefined) turnTo(last);
  }, [last]);
  return last !== undefined;
}
