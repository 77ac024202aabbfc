import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { percentOf, verdictOf, type Verdict } from '#domain/scoring/verdict.ts';
import type { Board } from '#domain/workflow/board.ts';
import { boardQuery } from '#web/offline/readings/board-reading.ts';

import type { HotelSort } from './hotels-view.ts';

/** The figures of a hotel's interviews that the list shows. */
export type Figures = {
  /** The percent of the latest response; null when there is none, or it has no points. */
  score: number | null;
  /** The latest response's verdict; null when there is none. */
  verdict: Verdict | null;
  /** When the latest response was completed. */
  lastInterview: string | null;
  inProgress: number;
};
/** By the hotel's id. */
export type HotelFigures = ReadonlyMap<number, Figures>;

/**
 * Returns the figures of the hotels; undefined until they have been read. They come from the same call as the
 * board's cards. So both screens show the same figures, and a device that has shown the board or the dashboard
 * has them offline. Each visit asks the server again.
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

/** True when the list is sorted by one of the figures. */
export function isByFigure({ sort }: { sort: HotelSort }): boolean {
  return sorts.includes(sort);
}
