import { sha256 as hash } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/**
 * Returns the SHA-256 in lower-case hexadecimal. The browser's own function is asynchronous: a
 * database transaction would close while waiting for it. Over plain http it is missing.
 */
export function sha256(bytes: Uint8Array): string {
  return bytesToHex(hash(bytes));
}
