import { z } from 'zod';

import { hotelStatuses, stages } from '#domain/workflow/stages.ts';
import { addressId } from '#web/lib/address.ts';

export const hotelSorts = [
  'hotelId',
  'hotelName',
  'hotelBrand',
  'hotelCity',
  'stage',
  'status',
  'consultant',
  'score',
  'lastInterview',
  'inProgress',
] as const;
export type HotelSort = (typeof hotelSorts)[number];

/** The value that replaces a consultant's id in the address, for hotels without a consultant. */
export const unassigned = 'none';

/** The address of the screen: filters, order, and the hotel that is open for editing. */
export const hotelsViewSchema = z.object({
  search: z.string().default(''),
  stage: z.enum(stages).optional(),
  status: z.enum(hotelStatuses).optional(),
  brand: z.string().optional(),
  consultant: z.union([z.literal(unassigned), addressId]),
  sort: z.enum(hotelSorts).default('hotelName'),
  direction: z.enum(['asc', 'desc']).default('asc'),
  /** The hotel that is open for editing, or `new` while one is added. */
  hotel: z.union([z.literal('new'), addressId]),
});
export type HotelsView = z.output<typeof hotelsViewSchema>;

/** Returns the hotel that an address opens. */
export function hotelIn(search: unknown): HotelsView['hotel'] {
  return hotelsViewSchema.safeParse(search).data?.hotel;
}

export type ChangeView = (
  changes: Partial<Record<keyof HotelsView, string | number | undefined>>,
  options?: { replace?: boolean },
) => void;

/** The changes that clear the filters and the search. The order stays. */
export const noFilters = {
  search: undefined,
  stage: undefined,
  status: undefined,
  brand: undefined,
  consultant: undefined,
};

export function isFiltered(view: HotelsView): boolean {
  return view.search.trim() !== '' || countChoices(view) > 0;
}

/** Returns how many filters are set, without the search. */
export function countChoices({ stage, status, brand, consultant }: HotelsView): number {
  return [stage, status, brand, consultant].filter(Boolean).length;
}
