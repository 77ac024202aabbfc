import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { z, type ZodType } from 'zod';

import { documentSchema } from '#domain/documents/document.ts';
import type { Hotel } from '#domain/hotels/hotel.ts';
import { resultsPageSchema } from '#domain/results/results.ts';
import type { Board } from '#domain/workflow/board.ts';
import { call } from '#web/lib/api.ts';
import { boardsKey, workflowKey } from '#web/offline/board-reading.ts';
import { cachedRead, type Reading } from '#web/offline/cache.ts';
import { readHotel, readSessions } from '#web/offline/reads.ts';
import { withHotel } from './board-state.ts';

/** What was last seen shows at once; each visit and each opened card ask anew. */
const always = 'always' as const;

export function hotelQuery(hotelId: number) {
  return queryOptions({
    queryKey: [...workflowKey, 'hotel', hotelId],
    queryFn: () => readHotel(hotelId),
    refetchOnMount: always,
  });
}

export function sessionsQuery(hotelId: number) {
  return queryOptions({
    queryKey: [...workflowKey, 'sessions', hotelId],
    queryFn: () => readSessions(hotelId),
    refetchOnMount: always,
  });
}

export function documentsQuery(hotelId: number) {
  const path = `/api/hotels/${hotelId}/evaluation-documents`;
  return queryOptions({
    queryKey: [...workflowKey, 'documents', hotelId],
    queryFn: ({ signal }) => kept(path, {}, z.array(documentSchema), signal),
    refetchOnMount: always,
  });
}

/** Responses shown at a time: a hotel has a handful, and years may bring hundreds. */
export const responsesShown = 20;

export function responsesQuery(hotelId: number, pages: number) {
  return queryOptions({
    queryKey: [...workflowKey, 'responses', hotelId, pages],
    queryFn: ({ signal }) =>
      kept(
        '/api/results/responses',
        { hotelId, pageSize: responsesShown * pages },
        resultsPageSchema,
        signal,
      ),
    refetchOnMount: always,
  });
}

/** Read from the server, and from this device where the server cannot be reached. */
function kept<T>(
  path: string,
  query: Record<string, number | undefined>,
  schema: ZodType<T>,
  signal: AbortSignal,
): Promise<Reading<T>> {
  const key = `workflow ${path} ${JSON.stringify(query)}`;
  return cachedRead(key, () => call({ path, query, schema, signal }), schema);
}

/** What the server just said of a hotel, wherever it is shown. */
export function keepHotel(client: QueryClient, hotel: Hotel): void {
  const reading = { value: hotel, savedAt: Date.now(), isCached: false };
  client.setQueryData(hotelQuery(hotel.id).queryKey, reading);
  client.setQueriesData<Reading<Board>>(
    { queryKey: boardsKey },
    (board) => board && { ...board, value: withHotel(board.value, hotel) },
  );
}
