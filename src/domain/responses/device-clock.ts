import { z } from 'zod';

import { momentField } from '#domain/moment.ts';

/**
 * The difference between two clocks, or between two measurements of one clock, that is ignored:
 * five minutes, in milliseconds.
 */
export const clockTolerance = 5 * 60_000;

/**
 * The smallest skew that is significant, in milliseconds. The device measures with one request that may
 * take five seconds, and cannot know how that time divides between the way there and the way back.
 */
export const smallestSkew = 2_500;

/** A skew in milliseconds, up to about three hundred years either way. */
const skewField = z.int().min(-1e13).max(1e13);

/**
 * What a device knows about its clock when an interview ends. It is part of the response, so that
 * the server can correct the interview's times (rule 46).
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
      "The server's time at that contact. No interview that was completed afterwards can have an earlier end.",
    ),
  changed: z.boolean().describe("The device's clock was set while the interview was under way."),
});
export type DeviceClock = z.infer<typeof deviceClockSchema>;

/**
 * The request header in which a device sends the server's time minus its own, in milliseconds,
 * together with a response. The response itself cannot hold that, because it was frozen when the
 * interview ended.
 */
export const clockSkewHeader = 'x-clock-skew';

/** Returns the skew in the header; null when there is none or it makes no sense. */
export function readSkew(header: unknown): number | null {
  if (typeof header !== 'string' || !/^-?\d{1,14}$/.test(header)) return null;
  return skewField.safeParse(Number(header)).data ?? null;
}
