import { z } from 'zod';

import { addressId } from '#web/lib/address.ts';

export const hotelTabs = [
  'overview',
  'interviews',
  'actions',
  'evaluation',
  'history',
  'evidence',
] as const;
export type HotelTab = (typeof hotelTabs)[number];

/** The address of a hotel's page: the open tab, and the action that is open. */
export const hotelPageSchema = z.object({
  tab: z.enum(hotelTabs).default('overview'),
  action: addressId,
});
