import { keepPreviousData, type QueryClient } from '@tanstack/react-query';
import type { ZodType } from 'zod';

import {
  distributionSchema,
  hotelScoresSchema,
  lostPointsSchema,
  type HotelScoresQuery,
} from '#domain/results/analytics.ts';
import {
  standardHotelsSchema,
  standardsSchema,
  type StandardsQuery,
} from '#domain/results/standards.ts';
import type { ServiceConsultant } from '#domain/people/system-user.ts';
import { responseDetailSchema, type ResponseDetail } from '#domain/responses/response.ts';
import {
  resultsPageSchema,
  resultsSummarySchema,
  trendSchema,
  type ResultsFilter,
  type ResultsPageQuery,
  type TrendQuery,
} from '#domain/results/results.ts';
import {
  cachedQuery,
  readingsOf,
  valueOf,
  type Source,
} from '#web/offline/readings/cached-query.ts';
import { formerName } from '#web/offline/readings/choices-reading.ts';
import { consultantsQuery as everyConsultantQuery } from '#web/offline/readings/consultants.ts';

export const pageSize = 25;

/** Reads every figure over responses again after one of them changed. */
export function refreshResults(client: QueryClient): Promise<void> {
  return client.invalidateQueries(readingsOf('/api/results/', '/api/responses/'));
}

/**
 * Returns the query for one kind of figures. The former filter's figures stay on the screen until the new ones
 * arrive.
 */
function figures<T>(path: string, query: Source<T>['query'], schema: ZodType<T>) {
  return {
    ...cachedQuery({ path, schema, ...(query && { query }), formerly: formerName(path, query) }),
    select: valueOf<T>,
    placeholderData: keepPreviousData,
  };
}

export const summaryQuery = (filter: ResultsFilter) =>
  figures('/api/results/summary', filter, resultsSummarySchema);

export const trendQuery = (query: TrendQuery) => figures('/api/results/trend', query, trendSchema);

export const pageQuery = (
  query: ResultsFilter & Pick<ResultsPageQuery, 'page' | 'sort' | 'direction'>,
) => figures('/api/results/responses', { ...query, pageSize }, resultsPageSchema);

export const distributionQuery = (filter: ResultsFilter) =>
  figures('/api/results/distribution', filter, distributionSchema);

export const hotelScoresQuery = (query: HotelScoresQuery) =>
  figures('/api/results/hotels', query, hotelScoresSchema);

export const lostPointsQuery = (filter: ResultsFilter) =>
  figures('/api/results/questions', filter, lostPointsSchema);

export const standardsQuery = (query: StandardsQuery) =>
  figures('/api/results/standards', query, standardsSchema);

export const standardHotelsQuery = (query: ResultsFilter & { code: string }) =>
  figures('/api/results/standards/hotels', query, standardHotelsSchema);

export const consultantsQuery = { ...everyConsultantQuery, select: valueOf<ServiceConsultant[]> };

export function responseQuery(id: number) {
  const path = `/api/responses/${id}`;
  const source = { path, schema: responseDetailSchema, formerly: formerName(path) };
  return { ...cachedQuery(source), select: valueOf<ResponseDetail> };
}
