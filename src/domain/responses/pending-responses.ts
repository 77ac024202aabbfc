import { z } from 'zod';

import { largestId } from '#domain/identity.ts';

/** The most pending responses that one call returns. */
export const mostPendingIds = 500;

/**
 * The query of GET /api/responses/pending. With `fields=ids` it returns just what a device needs to
 * confirm or count responses: up to `limit` of them in the order of their ids, beginning after the
 * id `after`.
 */
export const pendingQuerySchema = z.object({
  fields: z
    .literal('ids', 'The only choice of fields is ids')
    .optional()
    .describe('`ids` returns only the `id` and `clientId` of each response, a page at a time.'),
  limit: z.coerce
    .number<string | number>()
    .int()
    .min(1)
    .max(mostPendingIds)
    .default(mostPendingIds)
    .describe('With `fields=ids`: responses of one page.'),
  after: z.coerce
    .number<string | number>()
    .int()
    .min(0)
    .max(largestId)
    .default(0)
    .describe('With `fields=ids`: only responses whose `id` is greater.'),
});
export type PendingQuery = z.output<typeof pendingQuerySchema>;

/** The reply of GET /api/responses/pending with `fields=ids`. */
export const pendingIdsSchema = z.array(z.strictObject({ id: z.int(), clientId: z.string() }));
export type PendingIds = z.infer<typeof pendingIdsSchema>;

/**
 * The body of PUT /api/responses/{id}/sync-status: the device has dropped its copy (rule 31). This
 * is final. Sent again, it returns the same reply.
 */
export const syncConfirmationSchema = z.object({
  status: z.literal('synced', 'A response can only become synced'),
});
export type SyncConfirmation = z.infer<typeof syncConfirmationSchema>;
