import type { Hotel } from '#domain/hotels/hotel.ts';
import type { Stage } from '#domain/workflow/stages.ts';
import { plain } from '#web/lib/plain.ts';

/** Hotels under one heading, and how many more there are. */
export type HotelGroup = { heading: string; hotels: Hotel[]; more: number };

const mostRecent = 4;
const mostListed = 8;
const interviewed: Stage = 'Onsite Assessment';

/**
 * Returns the hotels to choose from. With a search, these are the hotels it finds. Without one,
 * these are the hotels of this device's latest interviews, and then the hotels in Onsite
 * Assessment, or all others when none is in that stage.
 *
 * @param recent ids, the latest first
 */
export function groupHotels(
  hotels: readonly Hotel[],
  recent: readonly number[],
  search: string,
): HotelGroup[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  if (words.length > 0)
    return [
      group(
        'Found',
        mostListed,
        hotels.filter((hotel) => hasWords(hotel, words)),
      ),
    ];
  const byId = new Map(hotels.map((hotel) => [hotel.id, hotel]));
  const latest = recent.flatMap((id) => byId.get(id) ?? []).slice(0, mostRecent);
  const others = hotels.filter((hotel) => !latest.includes(hotel));
  const onsite = others.filter(({ stage }) => stage === interviewed);
  return [
    group('Recently on this device', mostRecent, latest),
    onsite.length > 0
      ? group(`At ${interviewed}`, mostListed, onsite)
      : group('Hotels', mostListed, others),
  ].filter((one) => one.hotels.length > 0);
}

function group(heading: string, most: number, hotels: Hotel[]): HotelGroup {
  return {
    heading,
    hotels: hotels.slice(0, most),
    more: Math.max(0, hotels.length - most),
  };
}

function hasWords(hotel: Hotel, words: readonly string[]): boolean {
  const text = textOf(hotel);
  return words.every((word) => text.includes(word));
}

/**
 * The searchable text of each hotel. It is kept while the person types, because building 20,000 texts takes
 * longer than searching them.
 */
const texts = new WeakMap<Hotel, string>();

function textOf(hotel: Hotel): string {
  const kept = texts.get(hotel);
  if (kept !== undefined) return kept;
  const { hotelName, hotelBrand, hotelCity, hotelId } = hotel;
  const text = plain([hotelName, hotelBrand, hotelCity, hotelId].join(' '));
  texts.set(hotel, text);
  return text;
}
