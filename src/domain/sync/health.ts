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
      'Changes after a restore from backup, and when a standby takes over. Devices then send again what the server has lost.',
    ),
  now: z
    .int()
    .optional()
    .describe(
      "The server's time, in milliseconds since 1970. Devices compute from it how far their clock is off. They delete data only by this time (rule 46).",
    ),
  demonstration: z
    .literal(true)
    .optional()
    .describe(
      'True when other machines can reach the demonstration accounts, whose password is public.',
    ),
});
export type Health = z.infer<typeof healthSchema>;

/**
 * The reply of GET /api/ready, for proxies. Returns 503 also while the server is shutting down, its
 * database is not up to date or takes no writes, or it cannot write its files.
 */
export const readySchema = z.object({ status: z.literal('ready') });
