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
      consultantName: z.string().nullable().describe('Null when nobody is assigned.'),
      since: z.iso.datetime().describe("The hotel's last activity."),
    }),
  ),
  total: z
    .int()
    .describe('The number of all such hotels within scope. `hotels` lists only the first of them.'),
});
export type QuietHotels = z.infer<typeof quietHotelsSchema>;

/** Whole days since then. */
export function daysSince(since: string, now: number): number {
  return Math.floor((now - Date.parse(since)) / 86_400_000);
}
