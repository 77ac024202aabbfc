import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { responsesQuery, responsesShown } from './read-workflow.ts';

/** As many as the server gives at a time, 200. */
const mostPages = 200 / responsesShown;

/** A hotel's responses, the latest first, and the way to more of them. */
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
    hasMore: data !== undefined && rows.length < data.value.total && pages < mostPages,
    showMore: () => setPages(pages + 1),
    isFetching,
    error: data ? null : error,
    retry: () => void refetch(),
  };
}
