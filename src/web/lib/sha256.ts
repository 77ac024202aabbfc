import { sha256 as hash } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/**
 * Returns the SHA-256 in lower-case hexadecimal. The browser's own is asynchronous, so that a database
 * transaction would close while the device waits for it, and on plain http it is missing.
 */
export function sha256(bytes: Uint8Array): string {
  return bytesToHex(hash(bytes));
}
