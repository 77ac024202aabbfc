import { z } from 'zod';

import { stages } from './stages.ts';

/** Days without a change, an interview or a response after which a hotel has gone quiet. */
export const quietDays = 30;

/** GET /api/workflow/quiet-hotels: those that wait longest, of however many. */
export const quietHotelsSchema = z.object({
  hotels: z.array(
    z.object({
      id: z.int(),
      hotelName: z.string(),
      stage: z.enum(stages),
      consultantName: z.string().nullable().describe('Null where nobody is assigned.'),
      since: z.iso.datetime().describe('When something last happened to it.'),
    }),
  ),
  total: z.int().describe('All within scope that have gone quiet.'),
});
export type QuietHotels = z.infer<typeof quietHotelsSchema>;

/** Whole days since then. */
export function daysSince(since: string, now: number): number {
  return Math.floor((now - Date.parse(since)) / 86_400_000);
}
