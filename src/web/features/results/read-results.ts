import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import {
  distributionSchema,
  hotelChoicesSchema,
  hotelScoresSchema,
  lostPointsSchema,
  type HotelScoresQuery,
} from '#domain/results/analytics.ts';
import { responseDetailSchema } from '#domain/responses/response.ts';
import {
  resultsChoicesSchema,
  resultsPageSchema,
  resultsSummarySchema,
  type ResultsFilter,
  type ResultsPageQuery,
} from '#domain/results/results.ts';
import { consultantsQuery as everyConsultantQuery } from '#web/offline/consultants.ts';
import { readOrLastSeen, valueOf } from './last-seen.ts';

/** Everything below this key is a figure over responses: refreshed together when one changes. */
export const resultsKey = ['results'] as const;
export const pageSize = 25;

export function summaryQuery(filter: ResultsFilter) {
  return queryOptions({
    queryKey: [...resultsKey, 'summary', filter],
    queryFn: ({ signal }) =>
      readOrLastSeen({
        path: '/api/results/summary',
        query: filter,
        schema: resultsSummarySchema,
        signal,
      }),
    select: valueOf,
    placeholderData: keepPreviousData,
  });
}

export function pageQuery(
  query: ResultsFilter & Pick<ResultsPageQuery, 'page' | 'sort' | 'direction'>,
) {
  return queryOptions({
    queryKey: [...resultsKey, 'page', query],
    queryFn: ({ signal }) =>
      readOrLastSeen({
        path: '/api/results/responses',
        query: { ...query, pageSize },
        schema: resultsPageSchema,
        signal,
      }),
    select: valueOf,
    placeholderData: keepPreviousData,
  });
}

export function distributionQuery(filter: ResultsFilter) {
  return queryOptions({
    queryKey: [...resultsKey, 'distribution', filter],
    queryFn: ({ signal }) =>
      readOrLastSeen({
        path: '/api/results/distribution',
        query: filter,
        schema: distributionSchema,
        signal,
      }),
    select: valueOf,
    placeholderData: keepPreviousData,
  });
}

export function hotelScoresQuery(query: HotelScoresQuery) {
  return queryOptions({
    queryKey: [...resultsKey, 'hotels', query],
    queryFn: ({ signal }) =>
      readOrLastSeen({ path: '/api/results/hotels', query, schema: hotelScoresSchema, signal }),
    select: valueOf,
    placeholderData: keepPreviousData,
  });
}

export function lostPointsQuery(filter: ResultsFilter) {
  return queryOptions({
    queryKey: [...resultsKey, 'questions', filter],
    queryFn: ({ signal }) =>
      readOrLastSeen({
        path: '/api/results/questions',
        query: filter,
        schema: lostPointsSchema,
        signal,
      }),
    select: valueOf,
    placeholderData: keepPreviousData,
  });
}

export function hotelChoicesQuery(query: { search?: string; id?: number | undefined }) {
  return queryOptions({
    queryKey: [...resultsKey, 'hotel-choices', query],
    queryFn: ({ signal }) =>
      readOrLastSeen({
        path: '/api/results/hotel-choices',
        query,
        schema: hotelChoicesSchema,
        signal,
      }),
    select: valueOf,
    placeholderData: keepPreviousData,
  });
}

export const choicesQuery = queryOptions({
  queryKey: [...resultsKey, 'choices'],
  queryFn: ({ signal }) =>
    readOrLastSeen({ path: '/api/results/choices', schema: resultsChoicesSchema, signal }),
  select: valueOf,
});

export const consultantsQuery = queryOptions({ ...everyConsultantQuery, select: valueOf });

export function responseQuery(id: number) {
  return queryOptions({
    queryKey: [...resultsKey, 'response', id],
    queryFn: ({ signal }) =>
      readOrLastSeen({ path: `/api/responses/${id}`, schema: responseDetailSchema, signal }),
    select: valueOf,
  });
}
