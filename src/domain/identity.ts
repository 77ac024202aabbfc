import { z } from 'zod';

/** The largest id: the database stores ids in 32 bits. */
export const largestId = 2_147_483_647;

/**
 * Returns a schema that also accepts a number as text, such as the value of a form's list: "17"
 * becomes 17. Other text stays text, so the schema refuses it with its own message.
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

/**
 * Returns a schema for a record's id in a body. `message` says what to do when it is missing or
 * invalid.
 */
export function idField(message: string) {
  return readDigits(
    z.int({ error: message, abort: true }).positive(message).max(largestId, message),
  );
}

/** A record's id in a URL: `/api/hotels/17`. */
export const idSchema = idField('This is not the number of a record');

/**
 * The URL parameters of every call about one record. The call returns 404 when no such record is in
 * the caller's scope.
 */
export const idParams = z.object({ id: idSchema.describe('The `id` of the record.') });
