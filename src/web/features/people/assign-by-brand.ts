import type { ArrangedHotel } from './assignable-hotels.ts';

/** A group of hotels that can be assigned or removed together. */
export type HotelGroup = {
  /** Null for all hotels. */
  brand: string | null;
  /** How many hotels the group has. */
  size: number;
  /** The ids of the hotels that can be chosen here. Hotels whose own record names the person are left out. */
  ids: number[];
  /** How many of `ids` are not chosen yet. */
  missing: number;
};

/** Returns all hotels as the first group, then the brands in order. */
export function groupHotels(
  rows: readonly ArrangedHotel[],
  chosen: ReadonlySet<number>,
): HotelGroup[] {
  const all: HotelGroup = { brand: null, size: 0, ids: [], missing: 0 };
  const brands = new Map<string, HotelGroup>();
  for (const { hotel, byRecord } of rows) {
    const { id, hotelBrand: brand } = hotel;
    const own = brands.get(brand) ?? { brand, size: 0, ids: [], missing: 0 };
    brands.set(brand, own);
    for (const group of [all, own]) {
      group.size += 1;
      if (byRecord) continue;
      group.ids.push(id);
      if (!chosen.has(id)) group.missing += 1;
    }
  }
  const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
  const inOrder = [...brands.values()].toSorted((a, b) => compare(a.brand ?? '', b.brand ?? ''));
  return [all, ...inOrder];
}

/**
 * Returns the chosen ids with the whole group added. If the whole group was already chosen, returns them
 * without it.
 */
export function withGroup(chosen: readonly number[], { ids, missing }: HotelGroup): number[] {
  const group = new Set(ids);
  const others = chosen.filter((id) => !group.has(id));
  return missing > 0 ? [...others, ...ids] : others;
}
