import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { percentOf, verdictOf, type Verdict } from '#domain/scoring/verdict.ts';
import type { Board } from '#domain/workflow/board.ts';
import { boardQuery } from '#web/offline/board-reading.ts';

import type { HotelSort } from './hotels-view.ts';

/** What the list shows of a hotel's interviews. */
export type Figures = {
  /** The percent of the response that was completed last; null without one, or without points. */
  score: number | null;
  /** Its verdict; null where there is no response. */
  verdict: Verdict | null;
  /** Its moment. */
  lastInterview: string | null;
  inProgress: number;
};
/** By the hotel's id. */
export type HotelFigures = ReadonlyMap<number, Figures>;

/**
 * Returns the figures of the hotels; undefined until they are there. They come from the same call as
 * the board's cards. So both screens say the same, and a device that has shown the board or the
 * dashboard has them offline. Each visit asks the server again.
 */
export function useHotelFigures(): HotelFigures | undefined {
  const { data } = useQuery({ ...boardQuery(), refetchOnMount: 'always' });
  return useMemo(() => data && figuresOf(data.value), [data]);
}

export function figuresOf({ hotels }: Pick<Board, 'hotels'>): HotelFigures {
  return new Map(
    hotels.map(({ id, latest, sessionsInProgress }) => [
      id,
      {
        score: latest && percentOf(latest),
        verdict: latest && verdictOf(latest),
        lastInterview: latest?.completedAt ?? null,
        inProgress: sessionsInProgress,
      },
    ]),
  );
}

const sorts: readonly HotelSort[] = ['score', 'lastInterview', 'inProgress'];

/** True for the orders that need the figures. */
export function isByFigure({ sort }: { sort: HotelSort }): boolean {
  return sorts.includes(sort);
}
