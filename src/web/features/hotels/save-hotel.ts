import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';

import {
  hotelSchema,
  type Hotel,
  type HotelChange,
  type HotelInput,
} from '#domain/hotels/hotel.ts';
import { ApiError, call, isOutdated } from '#web/lib/api.ts';
import { useRequestKey } from '#web/lib/use-request-key.ts';
import { toast } from '#web/ui/notices/toast.ts';
import { refreshHotels, showHotel } from './read-hotels.ts';

/** Creates a hotel. Errors reach the caller, because the form shows them. */
export function useCreateHotel() {
  const client = useQueryClient();
  const keyFor = useRequestKey();
  return useMutation({
    mutationFn: (input: HotelInput) =>
      call({
        method: 'POST',
        path: '/api/hotels',
        body: input,
        schema: hotelSchema,
        requestKey: keyFor(input),
      }),
    onSuccess: async (hotel) => {
      await showHotel(client, hotel);
      toast.success('Hotel created successfully', hotel.hotelName);
    },
    onError: (error) => readIfOutdated(client, error),
  });
}

/** Milliseconds (rule 58). */
const updatedDuration = 3_000;

/**
 * Changes a hotel. Errors reach the caller, with {@link ChangedMeanwhile} when someone else saved
 * first.
 */
export function useChangeHotel(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: HotelChange) => changeHotel(id, change),
    onSuccess: async (hotel) => {
      await showHotel(client, hotel);
      toast.success('Hotel updated successfully', hotel.hotelName, { duration: updatedDuration });
    },
    onError: (error) => readIfOutdated(client, error),
  });
}

/**
 * Thrown when someone else changed the hotel after it was read here. `theirs` is the hotel as it is
 * now.
 */
export class ChangedMeanwhile extends Error {
  readonly theirs: Hotel;

  constructor(theirs: Hotel) {
    super('Changed meanwhile');
    this.theirs = theirs;
  }
}

/** Reads the list again, without waiting for it. */
function readIfOutdated(client: QueryClient, error: Error): void {
  if (isOutdated(error)) void refreshHotels(client);
}

async function changeHotel(id: number, change: HotelChange): Promise<Hotel> {
  const path = `/api/hotels/${id}`;
  try {
    return await call({ method: 'PATCH', path, body: change, schema: hotelSchema });
  } catch (error) {
    if (!isProblem(error, 'changed-meanwhile')) throw error;
    throw new ChangedMeanwhile(await call({ path, schema: hotelSchema }));
  }
}

export function isStageGuard(error: unknown): boolean {
  return isProblem(error, 'stage-guard');
}

function isProblem(error: unknown, type: string): boolean {
  return error instanceof ApiError && error.problem?.type === `/problems/${type}`;
}
