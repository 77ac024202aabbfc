import { infiniteQueryOptions } from '@tanstack/react-query';

import { auditPageSchema } from '#domain/audit/event.ts';
import { call } from '#web/lib/api.ts';

/**
 * Reads the hotel's audit events, the latest first. The device keeps no copy of the audit trail.
 */
export function historyQuery(hotelId: number) {
  return infiniteQueryOptions({
    queryKey: ['hotel-history', hotelId],
    queryFn: ({ pageParam, signal }) =>
      call({
        path: '/api/audit-events',
        query: { object: `hotel:${hotelId}`, before: pageParam },
        schema: auditPageSchema,
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchOnMount: 'always',
  });
}
