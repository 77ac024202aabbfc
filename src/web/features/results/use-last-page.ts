import { useEffect, useEffectEvent } from 'react';

type Paged = {
  /** Rows on the page that is shown. */
  held: number;
  /** Rows on all pages. */
  total: number;
  pageSize: number;
  turn: (page: number) => void;
};

/**
 * Turns to the last page from beyond it, where a deletion or an old link left the reader. True while
 * that is so, and there is nothing to show.
 */
export function useLastPage({ held, total, pageSize, turn }: Paged): boolean {
  const last = held === 0 && total > 0 ? Math.ceil(total / pageSize) : undefined;
  const turnTo = useEffectEvent(turn);
  useEffect(() => {
    if (last !== undefined) turnTo(last);
  }, [last]);
  return last !== undefined;
}
