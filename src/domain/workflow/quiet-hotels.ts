import { z } from 'zod';

import { stages } from './stages.ts';

/** The days without a change, an interview or a response after which a hotel counts as quiet. */
export const quietDays = 30;

/**
 * The reply of GET /api/workflow/quiet-hotels: the hotels that have been quiet longest, and how many are
 * quiet.
 */
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

/** Returns the whole days since a moment. */
export function daysSince(since: string, now: number): number {
  return Math.floor((now - Date.parse(since)) / 86_400_000);
}
