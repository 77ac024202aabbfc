import type { QueryClient } from '@tanstack/react-query';

import { hotelSchema, type Hotel, type HotelChange } from '#domain/hotels/hotel.ts';
import { ApiError, call } from '#web/lib/api.ts';
import { hotelQuery, keepHotel } from './read-workflow.ts';

/** PATCHes the hotel and keeps what the server says of it then. */
export async function changeHotel(
  client: QueryClient,
  hotelId: number,
  change: HotelChange,
): Promise<Hotel> {
  const hotel = await call({
    method: 'PATCH',
    path: `/api/hotels/${hotelId}`,
    body: change,
    schema: hotelSchema,
  });
  // An answer under way may be older than this one.
  await client.cancelQueries({ queryKey: hotelQuery(hotelId).queryKey });
  keepHotel(client, hotel);
  // Other screens show the hotel too: theirs is read anew when they are gone to.
  void client.invalidateQueries({ type: 'inactive', refetchType: 'none' });
  return hotel;
}

/** Someone else has changed the hotel since it was read here. */
export function isChangedMeanwhile(error: unknown): boolean {
  return error instanceof ApiError && error.problem?.type === '/problems/changed-meanwhile';
}

export function isStageGuard(error: unknown): boolean {
  return error instanceof ApiError && error.problem?.type === '/problems/stage-guard';
}
