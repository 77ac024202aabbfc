import { infiniteQueryOptions } from '@tanstack/react-query';

import { evidencePerPage, hotelEvidenceSchema } from '#domain/evidence/evidence.ts';
import { call } from '#web/lib/api.ts';

/** Reads the hotel's evidence page by page, the latest first. The device keeps no copy of it. */
export function hotelEvidenceQuery(hotelId: number) {
  const path = `/api/hotels/${hotelId}/evidence`;
  return infiniteQueryOptions({
    queryKey: [path],
    queryFn: ({ pageParam: page, signal }) =>
      call({ path, query: { page }, schema: hotelEvidenceSchema, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, _, page) =>
      page * evidencePerPage < total ? page + 1 : undefined,
    refetchOnMount: 'always',
  });
}
