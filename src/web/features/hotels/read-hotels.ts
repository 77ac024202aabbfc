import type { QueryClient } from '@tanstack/react-query';

import type { Hotel } from '#domain/hotels/hotel.ts';
import { hotelQuery as everyHotelQuery, hotelsQuery } from '#web/offline/reads.ts';

/** Read anew each time a hotel is opened, so that its editing begins with what stands there now. */
export function hotelQuery(id: number) {
  return { ...everyHotelQuery(id), refetchOnMount: 'always' as const };
}

/** Shows a hotel as the server has just answered it, and reads the rest anew. */
export function showHotel(client: QueryClient, hotel: Hotel): Promise<void> {
  return replaceHotels(client, (hotels) => [...hotels.filter(({ id }) => id !== hotel.id), hotel]);
}

export function forgetHotel(client: QueryClient, id: number): Promise<void> {
  return replaceHotels(client, (hotels) => hotels.filter((hotel) => hotel.id !== id));
}

async function replaceHotels(client: QueryClient, replace: (hotels: Hotel[]) => Hotel[]) {
  // An answer under way may be older than this.
  await client.cancelQueries({ queryKey: hotelsQuery.queryKey });
  client.setQueryData(
    hotelsQuery.queryKey,
    (reading) => reading && { ...reading, value: replace(reading.value) },
  );
  void refreshHotels(client);
}

/** Reads the list anew. Other screens name hotels too: theirs is read when they are gone to. */
export async function refreshHotels(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ type: 'inactive', refetchType: 'none' });
  await client.invalidateQueries({ queryKey: hotelsQuery.queryKey });
}
