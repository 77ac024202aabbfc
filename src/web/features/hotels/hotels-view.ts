import { z } from 'zod';

import { hotelStatuses, stages } from '#domain/workflow/stages.ts';

const optionalId = z.coerce.number().int().positive().optional();

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

/** In the address in place of a consultant's id: hotels that nobody is assigned to. */
export const unassigned = 'none';

/** What the address says: which hotels, in which order, and which one is open to be edited. */
export const hotelsViewSchema = z.object({
  search: z.string().default(''),
  stage: z.enum(stages).optional(),
  status: z.enum(hotelStatuses).optional(),
  brand: z.string().optional(),
  consultant: z.union([z.literal(unassigned), optionalId]),
  sort: z.enum(hotelSorts).default('hotelName'),
  direction: z.enum(['asc', 'desc']).default('asc'),
  /** Open to be edited; `new` is one to add. */
  hotel: z.union([z.literal('new'), optionalId]),
});
export type HotelsView = z.output<typeof hotelsViewSchema>;

/** The hotel that an address has open. */
export function hotelIn(search: unknown): HotelsView['hotel'] {
  return hotelsViewSchema.safeParse(search).data?.hotel;
}

export type ChangeView = (
  changes: Partial<Record<keyof HotelsView, string | number | undefined>>,
  options?: { replace?: boolean },
) => void;

/** What leaves the address when filters and search are cleared; the order stays. */
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

/** How many filters are set, the search aside. */
export function countChoices({ stage, status, brand, consultant }: HotelsView): number {
  return [stage, status, brand, consultant].filter(Boolean).length;
}
