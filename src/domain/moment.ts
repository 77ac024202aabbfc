import { z } from 'zod';

/**
 * A moment as it comes in: ISO 8601, in UTC or with its distance from it. It leaves and is stored
 * in UTC (rule 37): every `z.iso.datetime()` of an answer. Calendar days, `2026-03-31`, are in
 * no time zone.
 */
export const momentField = z.iso.datetime({
  offset: true,
  error: 'Give a moment such as 2026-03-31T10:00:00Z or 2026-03-31T10:00:00+02:00',
});
