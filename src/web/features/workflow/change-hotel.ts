import type { QueryClient } from '@tanstack/react-query';

import {
  hotelSchema,
  type Hotel,
  type HotelChange,
  type SomeHotelFields,
} from '#domain/hotels/hotel.ts';
import { ApiError, call, OfflineError } from '#web/lib/api.ts';
import { connection } from '#web/offline/connection.ts';
import { hasEdits, queueHotelEdit } from '#web/offline/outbox/hotel-edit.ts';
import { currentStore } from '#web/offline/store.ts';
import { syncSoon } from '#web/offline/sync-status.ts';
import { toast } from '#web/ui/toast.ts';
import { hotelQuery, keepHotel } from './read-workflow.ts';

/**
 * Changes a hotel: at the server, where it can be reached, and otherwise in the outbox of this device.
 * What a hotel has waiting there is sent first, so a later change waits behind it.
 *
 * @param basedOn what the person saw in these fields
 * @returns the hotel as the server has it; null where the change waits on this device
 */
export async function changeHotel(
  client: QueryClient,
  hotel: Pick<Hotel, 'id' | 'hotelName'>,
  change: HotelChange,
  basedOn: SomeHotelFields,
): Promise<Hotel | null> {
  const { version: _, basedOn: __, ...fields } = change;
  const wait = async () => {
    await queueHotelEdit(currentStore(), { hotel, fields, basedOn }, Date.now());
    syncSoon();
    return null;
  };
  if (!connection.isOnline || (await hasEdits(currentStore(), hotel.id))) return wait();
  try {
    return await send(client, hotel.id, change);
  } catch (error) {
    // It may have been stored all the same: sent again, it is then nobody's change.
    if (error instanceof OfflineError) return wait();
    throw error;
  }
}

async function send(client: QueryClient, hotelId: number, change: HotelChange): Promise<Hotel> {
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

/** Says that a change was taken: by the server, in these words, or by this device. */
export function tellChanged(hotel: Hotel | null, words: string, duration?: number): void {
  if (hotel) toast.success(words, undefined, duration === undefined ? undefined : { duration });
  else toast.success('Kept on this device', 'It is sent when there is a connection.');
}

/** Someone else has changed the hotel since it was read here. */
export function isChangedMeanwhile(error: unknown): boolean {
  return error instanceof ApiError && error.problem?.type === '/problems/changed-meanwhile';
}

export function isStageGuard(error: unknown): boolean {
  return error instanceof ApiError && error.problem?.type === '/problems/stage-guard';
}
