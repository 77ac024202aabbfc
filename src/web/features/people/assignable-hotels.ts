import type { AssignableHotel } from './read-users.ts';

/** A row of the checklist. */
export type ArrangedHotel = {
  hotel: AssignableHotel;
  /**
   * True when the hotel's own record names the person as its consultant. That can be changed only in the
   * hotel's record, not here.
   */
  byRecord: boolean;
  /** The text that a search covers. */
  text: string;
};

/**
 * Returns all hotels. The person's own come first: those that can be changed here, then those that cannot. The
 * order is otherwise unchanged.
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

/** Returns the hotels whose text contains every word of the search. */
export function hotelsMatching(search: string, rows: readonly ArrangedHotel[]): ArrangedHotel[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(({ text }) => words.every((word) => text.includes(word)));
}
