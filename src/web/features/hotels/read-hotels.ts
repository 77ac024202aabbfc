import type { QueryClient } from '@tanstack/react-query';

import type { Hotel } from '#domain/hotels/hotel.ts';
import { hotelQuery as everyHotelQuery, hotelsQuery } from '#web/offline/readings/reads.ts';

/** Reads the hotel again each time it is opened, so that editing starts from its current state. */
export function hotelQuery(id: number) {
  return { ...everyHotelQuery(id), refetchOnMount: 'always' as const };
}

/** Puts the hotel that the server just returned into the list, then reads the list again. */
export function showHotel(client: QueryClient, hotel: Hotel): Promise<void> {
  return replaceHotels(client, (hotels) => [...hotels.filter(({ id }) => id !== hotel.id), hotel]);
}

/** Shows the consultant that hotels were given in the list, then reads the list again. */
export function showConsultant(
  client: QueryClient,
  ids: ReadonlySet<number>,
  serviceConsultantId: number | null,
): Promise<void> {
  return replaceHotels(client, (hotels) =>
    hotels.map((hotel) => (ids.has(hotel.id) ? { ...hotel, serviceConsultantId } : hotel)),
  );
}

export function forgetHotel(client: QueryClient, id: number): Promise<void> {
  return replaceHotels(client, (hotels) => hotels.filter((hotel) => hotel.id !== id));
}

async function replaceHotels(client: QueryClient, replace: (hotels: Hotel[]) => Hotel[]) {
  // A list that is still being read may be older than this change.
  await client.cancelQueries({ queryKey: hotelsQuery.queryKey });
  client.setQueryData(
    hotelsQuery.queryKey,
    (reading) => reading && { ...reading, value: replace(reading.value) },
  );
  void refreshHotels(client);
}

/**
 * Reads the list again. Other screens' data is marked out of date, and they read it when they open.
 */
export async function refreshHotels(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ type: 'inactive', refetchType: 'none' });
  await client.invalidateQueries({ queryKey: hotelsQuery.queryKey });
}
