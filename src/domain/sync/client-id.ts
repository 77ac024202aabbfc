import { z } from 'zod';

/**
 * Returns the name of an interview, which the device makes when the interview begins. Because of
 * it, sending the interview again is safe. An interview's session and response share it. There is
 * only this one form, because every interview is captured on the device first.
 *
 * @param timestamp milliseconds since 1970
 * @param random at least 64 bits of randomness, letters and digits
 */
export function makeClientId(timestamp: number, random: string): string {
  return `offline_${timestamp}_${random}`;
}

/** The `clientId` of POST /api/responses and POST /api/interview-sessions (rule 23). */
export const clientIdField = z
  .string()
  .regex(/^[\w-]{8,100}$/, 'A client id has 8 to 100 letters, digits, underscores or hyphens')
  .describe(
    'A name that the caller invents when the interview begins and sends with every call. Calls that repeat it are stored once. The session and the response of one interview share it.',
  );

/** SHA-256 of an envelope's bytes, in lower-case hexadecimal. */
export const digestField = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * The request header with the digest of the body. The server refuses a body that does not match it,
 * and repeats the digest in its receipt.
 */
export const digestHeader = 'x-envelope-digest';

/**
 * The request header that names one sending of a request, and the header of the reply that repeats it.
 * A receipt is true only for the server that gives it now: a cache may repeat one from before a restore
 * from backup, with the right client id and digest, for a response that the server has lost.
 */
export const sendingHeader = 'x-sending';

/**
 * The request header that makes any other creating call safe to send again. For the same key and
 * content the server repeats its reply; for other content it returns 409 (docs/decisions/0005).
 */
export const requestKeyHeader = 'idempotency-key';
export const requestKeyField = z.string().regex(/^[\w-]{8,100}$/);
