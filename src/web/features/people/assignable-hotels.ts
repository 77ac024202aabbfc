import type { AssignableHotel } from './read-users.ts';

/** A row of the checklist. */
export type ArrangedHotel = {
  hotel: AssignableHotel;
  /** The hotel itself names the person as its consultant: that is changed there, not here. */
  byRecord: boolean;
  /** What a search looks in. */
  text: string;
};

/**
 * The person's own hotels first, those that can be changed here before those that cannot, then
 * all others; each in the order they came.
 */
export function arrangeHotels(
  hotels: readonly AssignableHotel[],
  { userId, chosen }: { userId: number | undefined; chosen: readonly number[] },
): ArrangedHotel[] {
  const chosenIds = new Set(chosen);
  const rows = hotels.map((hotel) => ({
    hotel,
    byRecord: userId !== undefined && hotel.serviceConsultantId === userId,
    text: `${hotel.hotelName} ${hotel.hotelCity} ${hotel.hotelBrand} ${hotel.hotelId}`.toLowerCase(),
  }));
  const placeOf = ({ hotel, byRecord }: ArrangedHotel) =>
    byRecord ? 1 : chosenIds.has(hotel.id) ? 0 : 2;
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Those that have every word of the search. */
export function hotelsMatching(search: string, rows: readonly ArrangedHotel[]): ArrangedHotel[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(({ text }) => words.every((word) => text.includes(word)));
}
