import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';

import { auditPageSchema, type AuditFilter } from '#domain/audit/event.ts';
import { systemUserSchema } from '#domain/people/system-user.ts';
import { call } from '#web/lib/api.ts';

/**
 * Returns the query for the events, the newest first. Each page begins where the previous one
 * ended.
 */
export function eventsQuery(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ['audit-events', filter],
    queryFn: ({ pageParam, signal }) =>
      call({
        path: '/api/audit-events',
        query: { ...filter, before: pageParam },
        schema: auditPageSchema,
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

/** The users by whom the person can filter. */
export const actorsQuery = queryOptions({
  queryKey: ['audit-actors'],
  queryFn: ({ signal }) =>
    call({
      path: '/api/system-users',
      schema: z.array(systemUserSchema.pick({ id: true, name: true })),
      signal,
    }),
});
