import { declarationOf, hotelFieldNames, type HotelField } from '#domain/hotels/hotel-fields.ts';
import type { Hotel } from '#domain/hotels/hotel.ts';
import { once } from '#domain/once.ts';
import { hotelStatuses, stages } from '#domain/workflow/stages.ts';
import { plain } from '#web/lib/plain.ts';
import type { NameConsultant } from '#web/offline/readings/consultants.ts';
import type { HotelFigures } from './hotel-figures.ts';
import { unassigned, type HotelSort, type HotelsView } from './hotels-view.ts';

const collator = once(() => new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' }));

/**
 * Returns the hotels in the chosen order. Equal hotels are ordered by name, and hotels without a
 * value come last.
 */
export function sortHotels(
  hotels: readonly Hotel[],
  { sort, direction }: Pick<HotelsView, 'sort' | 'direction'>,
  nameConsultant: NameConsultant,
  figures: HotelFigures | undefined,
): Hotel[] {
  const key = keyOf(sort, nameConsultant, figures);
  const sign = direction === 'asc' ? 1 : -1;
  const keyed = hotels.map((hotel) => ({ hotel, key: key(hotel) }));
  return keyed
    .toSorted(
      (a, b) =>
        compareKeys(a.key, b.key, sign) ||
        collator().compare(a.hotel.hotelName, b.hotel.hotelName) ||
        a.hotel.id - b.hotel.id,
    )
    .map(({ hotel }) => hotel);
}

type Key = string | number | undefined;

function keyOf(
  sort: HotelSort,
  nameConsultant: NameConsultant,
  figures: HotelFigures | undefined,
): (hotel: Hotel) => Key {
  if (sort === 'stage') return ({ stage }) => stages.indexOf(stage);
  if (sort === 'status') return ({ status }) => hotelStatuses.indexOf(status);
  if (sort === 'consultant')
    return ({ serviceConsultantId }) => nameConsultant(serviceConsultantId);
  if (sort === 'lastInterview') return ({ id }) => momentOf(figures?.get(id)?.lastInterview);
  if (sort === 'score' || sort === 'inProgress')
    return ({ id }) => figures?.get(id)?.[sort] ?? undefined;
  return (hotel) => hotel[sort];
}

function momentOf(iso: string | null | undefined): number | undefined {
  return iso ? Date.parse(iso) : undefined;
}

function compareKeys(a: Key, b: Key, sign: 1 | -1): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
  return sign * collator().compare(String(a), String(b));
}

/** Returns whether the hotel passes the view's filters. {@link makeSearch} applies the search. */
export function isWithin({ stage, status, brand, consultant }: HotelsView, hotel: Hotel): boolean {
  return (
    (stage === undefined || hotel.stage === stage) &&
    (status === undefined || hotel.status === status) &&
    (brand === undefined || hotel.hotelBrand === brand) &&
    (consultant === undefined ||
      hotel.serviceConsultantId === (consultant === unassigned ? null : consultant))
  );
}

/**
 * Returns a search that finds hotels whose texts contain every word, in any field and any case,
 * with or without accents. The first search builds the texts, once for a list.
 */
export function makeSearch(hotels: readonly Hotel[], nameConsultant: NameConsultant) {
  let texts: Map<number, string> | undefined;
  const textOf = (hotel: Hotel) =>
    plain([...textsOf(hotel), nameConsultant(hotel.serviceConsultantId)].join('\n'));
  return (search: string): ((hotel: Hotel) => boolean) => {
    const words = plain(search).split(/\s+/).filter(Boolean);
    if (words.length === 0) return () => true;
    texts ??= new Map(hotels.map((hotel) => [hotel.id, textOf(hotel)]));
    const known = texts;
    return ({ id }) => words.every((word) => known.get(id)?.includes(word));
  };
}

/**
 * Returns every text that people filled in. Dates are left out. The caller adds the consultant's
 * name.
 */
function textsOf(hotel: Hotel): (string | number | null)[] {
  return searched.map((field) => hotel[field]);
}

const searched = hotelFieldNames.filter(
  (field) => !['day', 'consultant'].includes(declarationOf(field).kind),
);

/** Returns each value that the hotels have in a field once, sorted. */
export function valuesOf(hotels: readonly Hotel[], field: HotelField): string[] {
  const values = hotels.map((hotel) => String(hotel[field] ?? '')).filter(Boolean);
  return [...new Set(values)].toSorted(collator().compare);
}
