import type { QueryClient } from '@tanstack/react-query';

import {
  hotelSchema,
  type Hotel,
  type HotelChange,
  type SomeHotelFields,
} from '#domain/hotels/hotel.ts';
import { ApiError, call, OfflineError } from '#web/lib/api.ts';
import { connection } from '#web/offline/connection/connection.ts';
import {
  editedHotels,
  hasEdits,
  keepStored,
  queueHotelEdit,
} from '#web/offline/outbox/hotel-edit.ts';
import { currentStore } from '#web/offline/store/store.ts';
import { syncSoon } from '#web/offline/sync/sync-status.ts';
import { toast } from '#web/ui/notices/toast.ts';
import { hotelQuery, keepHotel } from './read-workflow.ts';

/**
 * Changes a hotel. Sends the change to the server when it can be reached, and otherwise stores it
 * in the outbox of this device. When the outbox already has changes of this hotel, the new one is
 * stored behind them, because they must be sent first.
 *
 * @param basedOn the values of these fields that the person saw
 * @returns the hotel as the server has it, or null when the change waits on this device
 */
export async function changeHotel(
  client: QueryClient,
  hotel: Pick<Hotel, 'id' | 'hotelName'>,
  change: HotelChange,
  basedOn: SomeHotelFields,
): Promise<Hotel | null> {
  const { version: _, basedOn: __, cycle, ...fields } = change;
  const wait = async () => {
    await queueHotelEdit(currentStore(), { hotel, fields, basedOn, cycle }, Date.now());
    // Screens read the outbox again because of this change. Read it here once more: those readings began before
    // this one, so they have ended when this one ends. Otherwise, between the end of the pending move and its
    // appearance in the outbox, the screen would show the former stage for a moment and remove a form in which
    // somebody has begun to write.
    await editedHotels(currentStore());
    syncSoon();
    return null;
  };
  if (!connection.isOnline || (await hasEdits(currentStore(), hotel.id))) return wait();
  try {
    return await send(client, hotel.id, change);
  } catch (error) {
    // The server may have stored the change before the connection failed. When the outbox sends it
    // again, the server finds nothing to change.
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
  // A reply that is still under way may be older than this one.
  await client.cancelQueries({ queryKey: hotelQuery(hotelId).queryKey });
  keepHotel(client, hotel);
  // The connection may be lost before the hotel is read again.
  void keepStored(currentStore(), hotel, Date.now()).catch(() => undefined);
  // Other screens show the hotel too. Their data is marked out of date, and they read it again when
  // they open.
  void client.invalidateQueries({ type: 'inactive', refetchType: 'none' });
  return hotel;
}

/**
 * Shows that a change was stored: `words` when the server stored it, otherwise that it is kept on
 * this device.
 */
export function tellChanged(hotel: Hotel | null, words: string, duration?: number): void {
  if (hotel) toast.success(words, undefined, duration === undefined ? undefined : { duration });
  else toast.success('Kept on this device', 'It is sent when there is a connection.');
}

/** Returns whether the error means that someone else changed the hotel after it was read here. */
export function isChangedMeanwhile(error: unknown): boolean {
  return error instanceof ApiError && error.problem?.type === '/problems/changed-meanwhile';
}

export function isStageGuard(error: unknown): boolean {
  return error instanceof ApiError && error.problem?.type === '/problems/stage-guard';
}
