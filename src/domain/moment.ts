import { z } from 'zod';

/**
 * A moment in a request: ISO 8601, in UTC or with an offset. The server stores and returns moments
 * in UTC (rule 37), as `z.iso.datetime()`. Calendar days, `2026-03-31`, have no time zone.
 */
export const momentField = z.iso.datetime({
  offset: true,
  error: 'Give a moment such as 2026-03-31T10:00:00Z or 2026-03-31T10:00:00+02:00',
});
