import { sha256 as hash } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/**
 * Returns the SHA-256 in lower-case hexadecimal. It is synchronous: a database transaction would close
 * while waiting for the browser's own function. For a file use {@link sha256OfFile}.
 */
export function sha256(bytes: Uint8Array): string {
  return bytesToHex(hash(bytes));
}

/** Bytes. A slow phone takes some milliseconds for one portion. */
const portion = 64 * 1024;

/**
 * Returns the SHA-256 of a file of many megabytes without holding up the page. The browser computes it in the
 * background. Over plain http the browser's function is missing. Then the page computes it in portions, and can
 * respond to touch in between.
 */
export async function sha256OfFile(bytes: ArrayBuffer): Promise<string> {
  const subtle = crypto.subtle as typeof crypto.subtle | undefined;
  if (subtle) return bytesToHex(new Uint8Array(await subtle.digest('SHA-256', bytes)));
  const whole = new Uint8Array(bytes);
  const state = hash.create();
  for (let at = 0; at < whole.length; at += portion) {
    state.update(whole.subarray(at, at + portion));
    await new Promise((resolve) => setTimeout(resolve));
  }
  return bytesToHex(state.digest());
}
