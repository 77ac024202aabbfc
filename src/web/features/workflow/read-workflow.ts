import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';

import { documentSchema } from '#domain/documents/document.ts';
import type { Hotel } from '#domain/hotels/hotel.ts';
import { resultsPageSchema } from '#domain/results/results.ts';
import type { Board } from '#domain/workflow/board.ts';
import { boardsKey } from '#web/offline/readings/board-reading.ts';
import type { Reading } from '#web/offline/readings/cache.ts';
import { cachedQuery, readingsOf } from '#web/offline/readings/cached-query.ts';
import {
  hotelQuery as everyHotelQuery,
  sessionsQuery as everySessionsQuery,
} from '#web/offline/readings/reads.ts';
import { withHotel } from './board-state.ts';

/**
 * Shows what was last seen at once, and reads it again on each visit and each time a card is
 * opened.
 */
const always = { refetchOnMount: 'always' } as const;

export function hotelQuery(hotelId: number) {
  return { ...everyHotelQuery(hotelId), ...always };
}

export function sessionsQuery(hotelId: number) {
  return { ...everySessionsQuery(hotelId), ...always };
}

export function documentsQuery(hotelId: number) {
  const path = `/api/hotels/${hotelId}/evaluation-documents`;
  const source = { path, schema: z.array(documentSchema), formerly: `workflow ${path} {}` };
  return { ...cachedQuery(source), ...always };
}

/**
 * How many responses show at first and with each "Show more". Most hotels have a handful, some have
 * hundreds.
 */
export const responsesShown = 20;

export function responsesQuery(hotelId: number, pages: number) {
  const path = '/api/results/responses';
  const query = { hotelId, pageSize: responsesShown * pages };
  const formerly = `workflow ${path} ${JSON.stringify(query)}`;
  return { ...cachedQuery({ path, query, schema: resultsPageSchema, formerly }), ...always };
}

/** Reads everything again that a hotel's stage may affect (rule 35). */
export function refreshWorkflow(client: QueryClient): Promise<void> {
  return client.invalidateQueries(
    readingsOf(
      '/api/workflow/',
      '/api/hotels/',
      '/api/interview-sessions/hotel/',
      '/api/results/responses',
    ),
  );
}

/** Shows the hotel as the server just returned it, in its dialog and on all boards. */
export function keepHotel(client: QueryClient, hotel: Hotel): void {
  const reading = { value: hotel, savedAt: Date.now(), isCached: false };
  client.setQueryData(hotelQuery(hotel.id).queryKey, reading);
  client.setQueriesData<Reading<Board>>(
    { queryKey: boardsKey },
    (board) => board && { ...board, value: withHotel(board.value, hotel) },
  );
}
