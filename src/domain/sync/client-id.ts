import { z } from 'zod';

/**
 * The name an interview carries from the moment it begins, made on the device: what makes sending
 * it again safe. Session and response of one interview share it. Every
 * interview is captured on the device first, so there is one form.
 *
 * @param timestamp milliseconds since 1970
 * @param random at least 64 bits of randomness, letters and digits
 */
export function makeClientId(timestamp: number, random: string): string {
  return `offline_${timestamp}_${random}`;
}

/** `clientId` of POST /api/responses and POST /api/interview-sessions (rule 23). */
export const clientIdField = z
  .string()
  .regex(/^[\w-]{8,100}$/, 'A client id has 8 to 100 letters, digits, underscores or hyphens')
  .describe(
    'A name that the caller makes up when the interview begins, and sends each time: what is sent again with it is stored once. Session and response of one interview share it.',
  );

/** SHA-256 of an envelope's bytes, in lower-case hexadecimal. */
export const digestField = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * The request header in which a device names the digest of the body it sends. The server refuses
 * a body that does not match, and its receipt repeats the digest.
 */
export const digestHeader = 'x-envelope-digest';

/**
 * The request header that makes any other creating call safe to send again: the same answer for a
 * key's same content, and 409 for another (docs/decisions/0005).
 */
export const requestKeyHeader = 'idempotency-key';
export const requestKeyField = z.string().regex(/^[\w-]{8,100}$/);
