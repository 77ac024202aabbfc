import { hotelRoundsSchema } from '#domain/rounds/round.ts';
import { cachedQuery, readSource } from './cached-query.ts';

const ofHotel = (hotelId: number) => ({
  path: `/api/hotels/${hotelId}/rounds`,
  schema: hotelRoundsSchema,
});

/** One hotel's cycles and rounds. Once the hotel was opened, they can be read without a connection. */
export function roundsQuery(hotelId: number) {
  return { ...cachedQuery(ofHotel(hotelId)), refetchOnMount: 'always' as const };
}

export const readRounds = (hotelId: number) => readSource(ofHotel(hotelId));
