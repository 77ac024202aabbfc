import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { hotelReportSchema, type HotelReportQuery } from '#domain/results/hotel-report.ts';
import { call } from '#web/lib/api.ts';
import { ownTimeZone } from '#web/lib/days.ts';
import { cachedRead } from '#web/offline/cache.ts';

/** The server's, and where it cannot be reached, as this device read it last. */
export function reportQuery(hotelId: number, days: Omit<HotelReportQuery, 'timeZone'>) {
  const query = { ...days, timeZone: ownTimeZone() };
  const path = `/api/hotels/${hotelId}/report`;
  return queryOptions({
    queryKey: ['hotel-report', hotelId, query],
    queryFn: ({ signal }) =>
      cachedRead(
        `${path} ${JSON.stringify(query)}`,
        () => call({ path, query, schema: hotelReportSchema, signal }),
        hotelReportSchema,
      ),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}
