import { z } from 'zod';

import { momentField } from '#domain/moment.ts';

/**
 * How far two clocks may differ, and two measurements of one clock, before it matters: five minutes.
 */
export const clockTolerance = 5 * 60_000;

/**
 * A difference below this is not measured but guessed: a device measures over one request, which it
 * gives five seconds, and cannot know which half of them the way back took.
 */
export const smallestSkew = 2_500;

/** Milliseconds, up to some three hundred years. More than that is no clock. */
const skewField = z.int().min(-1e13).max(1e13);

/**
 * What a device says of its clock when an interview ends. It goes into the response, so that the
 * server can correct the interview's times (rule 46).
 */
export const deviceClockSchema = z.object({
  skew: skewField
    .nullable()
    .describe(
      "The server's time minus the device's, at their last contact. Null before the first one.",
    ),
  learnedAt: momentField
    .nullable()
    .describe(
      "The server's time at that contact: no interview that ends later can have ended before it.",
    ),
  changed: z.boolean().describe("The device's clock was set while the interview was under way."),
});
export type DeviceClock = z.infer<typeof deviceClockSchema>;

/**
 * The request header in which a device tells, as it sends a response, the server's time minus its
 * own, in milliseconds. The response itself was frozen when the interview ended, and cannot say it.
 */
export const clockSkewHeader = 'x-clock-skew';

/** Returns the header's skew, and null where there is none that makes sense. */
export function readSkew(header: unknown): number | null {
  if (typeof header !== 'string' || !/^-?\d{1,14}$/.test(header)) return null;
  return skewField.safeParse(Number(header)).data ?? null;
}
