import { useQuery } from '@tanstack/react-query';

import type { HotelRounds } from '#domain/rounds/round.ts';
import { roundsQuery } from '#web/offline/readings/rounds-reading.ts';

/** Returns a hotel's cycles and rounds, from the server or from this device; undefined until read. */
export function useRounds(hotelId: number): HotelRounds | undefined {
  return useQuery(roundsQuery(hotelId)).data?.value;
}
