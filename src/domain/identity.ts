import { z } from 'zod';

/** The database counts records in 32 bits. */
export const largestId = 2_147_483_647;

/** A record's number, as it stands in an address: `/api/hotels/17`. */
export const idSchema = z.coerce.number<string | number>().int().positive().max(largestId);

export const idParams = z.object({ id: idSchema });
