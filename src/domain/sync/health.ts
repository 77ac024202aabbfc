import { z } from 'zod';

/**
 * The reply of GET /api/health. A device is online when it gets exactly this content: a hotel's
 * Wi-Fi portal also returns 200, with a page of its own (rules 33 and 41).
 */
export const healthSchema = z.object({
  product: z.literal('bellwether'),
  status: z.literal('ok'),
  epoch: z
    .string()
    .describe(
      'Differs after a restore from backup: devices then offer again what the server lost.',
    ),
  now: z
    .int()
    .optional()
    .describe(
      "The server's time, in milliseconds since 1970: devices learn from it by how much their clock differs, and nothing is dropped from a device by any other time (rule 46).",
    ),
  demonstration: z
    .literal(true)
    .optional()
    .describe('Anyone with the password that a start prints can sign in from other machines.'),
});
export type Health = z.infer<typeof healthSchema>;

/**
 * The reply of GET /api/ready, for proxies. Returns 503 also while the server is shutting down, its
 * database is not up to date, or it cannot write its files.
 */
export const readySchema = z.object({ status: z.literal('ready') });
