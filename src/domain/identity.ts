import { z } from 'zod';

/** The database counts records in 32 bits. */
export const largestId = 2_147_483_647;

/**
 * A number that clients also send as its digits, such as what a form's list chose: "17" is 17. What
 * else is text stays text, and is refused by the schema in its own words.
 */
export function readDigits<S extends z.ZodType>(schema: S) {
  return z
    .preprocess(
      (value: z.input<S>) =>
        typeof value === 'string' && /^-?\d{1,10}$/.test(value) ? Number(value) : value,
      schema,
    )
    .describe('A number, or text that holds its digits');
}

/** A record's number in a body. `message` tells what to do where it is missing or none. */
export function idField(message: string) {
  return readDigits(z.int(message).positive(message).max(largestId, message));
}

/** A record's number, as it stands in an address: `/api/hotels/17`. */
export const idSchema = idField('This is not the number of a record');

/** The address of every call about one record. 404 when there is none in the caller's scope. */
export const idParams = z.object({ id: idSchema.describe('The `id` of the record.') });
