import { hotelRoundsSchema } from '#domain/rounds/round.ts';
import { cachedQuery, readSource } from './cached-query.ts';

const ofHotel = (hotelId: number) => ({
  path: `/api/hotels/${hotelId}/rounds`,
  schema: hotelRoundsSchema,
});

/**
 * Returns the query for one hotel's cycles and rounds. Once somebody has opened the hotel, this device has them
 * offline.
 */
export function roundsQuery(hotelId: number) {
  return { ...cachedQuery(ofHotel(hotelId)), refetchOnMount: 'always' as const };
}

export const readRounds = (hotelId: number) => readSource(ofHotel(hotelId));
