import { keepPreviousData } from '@tanstack/react-query';

import { hotelReportSchema, type HotelReportQuery } from '#domain/results/hotel-report.ts';
import { ownTimeZone } from '#web/lib/days.ts';
import { cachedQuery } from './cached-query.ts';

/** Returns the query for one hotel's report. Its page and its printed sheet share the reading. */
export function reportQuery(hotelId: number, days: Omit<HotelReportQuery, 'timeZone'>) {
  const query = { ...days, timeZone: ownTimeZone() };
  const path = `/api/hotels/${hotelId}/report`;
  const source = { path, query, schema: hotelReportSchema };
  return {
    ...cachedQuery({ ...source, formerly: `${path} ${JSON.stringify(query)}` }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always' as const,
  };
}
