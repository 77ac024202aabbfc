import { z } from 'zod';

export const hotelTabs = ['overview', 'interviews', 'evaluation', 'history', 'evidence'] as const;
export type HotelTab = (typeof hotelTabs)[number];

/** The address of a hotel's page: the open tab. */
export const hotelPageSchema = z.object({ tab: z.enum(hotelTabs).default('overview') });
