import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { responsesQuery, responsesShown } from './read-workflow.ts';

/** The most pages to show, because the server returns at most 200 responses at a time. */
const mostPages = 200 / responsesShown;

/** Returns a hotel's responses, the latest first, and a function that shows more of them. */
export function useResponses(hotelId: number) {
  const [pages, setPages] = useState(1);
  const { data, error, isFetching, refetch } = useQuery({
    ...responsesQuery(hotelId, pages),
    placeholderData: keepPreviousData,
  });
  const rows = data?.value.rows ?? [];
  return {
    rows,
    /** Undefined until they have been read. */
    total: data?.value.total,
    /** How many of them are in no figure yet. */
    notCounted: data?.value.notCounted,
    hasMore: data !== undefined && rows.length < data.value.total && pages < mostPages,
    showMore: () => setPages(pages + 1),
    isFetching,
    error: data ? null : error,
    retry: () => void refetch(),
  };
}
