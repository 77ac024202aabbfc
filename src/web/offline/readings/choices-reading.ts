import { keepPreviousData } from '@tanstack/react-query';
import type { z } from 'zod';

import { hotelChoicesSchema } from '#domain/results/analytics.ts';
import { resultsChoicesSchema } from '#domain/results/results.ts';
import { cachedQuery, valueOf, withSpan, type Source } from './cached-query.ts';

/** The surveys and brands that lists can be filtered by. */
export const choicesQuery = {
  ...cachedQuery({
    path: '/api/results/choices',
    schema: resultsChoicesSchema,
    formerly: formerName('/api/results/choices'),
  }),
  select: valueOf<z.infer<typeof resultsChoicesSchema>>,
};

/** Returns the query that finds hotels by a part of their name, or one hotel by its id. */
export function hotelChoicesQuery(query: { search?: string; id?: number | undefined }) {
  const path = '/api/results/hotel-choices';
  const source = { path, query, schema: hotelChoicesSchema, formerly: formerName(path, query) };
  return {
    ...cachedQuery(source),
    select: valueOf<z.infer<typeof hotelChoicesSchema>>,
    placeholderData: keepPreviousData,
  };
}

/** Returns the name under which devices with the last release stored a reading of results. */
export function formerName(path: string, query: Source<unknown>['query'] = {}): string {
  return `results ${path} ${JSON.stringify(withSpan(query))}`;
}
