import { z } from 'zod';

export const hotelTabs = ['overview', 'interviews', 'evaluation', 'history'] as const;
export type HotelTab = (typeof hotelTabs)[number];

/** What the address of a hotel's page says: which tab is open. */
export const hotelPageSchema = z.object({ tab: z.enum(hotelTabs).default('overview') });
