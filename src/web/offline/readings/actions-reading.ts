import { infiniteQueryOptions, keepPreviousData, type QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';

import {
  actionCountsSchema,
  actionPageSchema,
  actionSchema,
  type ActionPage,
} from '#domain/actions/action.ts';
import type { actionFilterSchema } from '#domain/actions/action-input.ts';
import { cachedQuery, readingsOf, readSource } from './cached-query.ts';
import type { Reading } from './cache.ts';

/** The filter of a list of actions, as the server reads it from an address. */
export type ActionFilter = Partial<
  Omit<z.output<typeof actionFilterSchema>, 'mine' | 'noOwner' | 'overdue'> &
    Record<'mine' | 'noOwner' | 'overdue', 'true'>
>;

const path = '/api/actions';

/** Returns the query that reads the actions page by page. The device keeps the last reading of each page. */
export function actionPagesQuery(filter: ActionFilter) {
  return infiniteQueryOptions({
    queryKey: [path, filter],
    queryFn: ({ pageParam: after, signal }): Promise<Reading<ActionPage>> =>
      readSource({ path, query: { ...filter, after }, schema: actionPageSchema }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ value }) => value.next ?? undefined,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

/** Returns the query for the counts of a filter's actions. */
export function actionCountsQuery(filter: ActionFilter = {}) {
  return {
    ...cachedQuery({ path: `${path}/counts`, query: filter, schema: actionCountsSchema }),
    refetchOnMount: 'always' as const,
  };
}

/** Returns the query for one action with its history. */
export function actionQuery(id: number) {
  return {
    ...cachedQuery({ path: `${path}/${id}`, schema: actionSchema }),
    refetchOnMount: 'always' as const,
  };
}

/** Reads everything that shows actions again after one was changed. */
export function refreshActions(client: QueryClient): Promise<void> {
  return client.invalidateQueries(readingsOf(path, '/api/hotels/', '/api/rounds/'));
}
