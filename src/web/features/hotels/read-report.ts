import { keepPreviousData } from '@tanstack/react-query';

import { hotelReportSchema, type HotelReportQuery } from '#domain/results/hotel-report.ts';
import { ownTimeZone } from '#web/lib/days.ts';
import { cachedQuery } from '#web/offline/cached-query.ts';

/** The server's, and where it cannot be reached, as this device read it last. */
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
