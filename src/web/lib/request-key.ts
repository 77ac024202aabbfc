/**
 * Returns 128 random bits in hexadecimal. `crypto.randomUUID` is missing over plain http, except
 * from this machine.
 */
export function newRequestKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
