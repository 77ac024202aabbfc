/**
 * Bytes. Chromium stores a record that is larger in a file of its own, and smaller ones together.
 */
const alone = 64 * 1024;

/**
 * Returns the record with so many random bytes beside it that Chromium stores it in a file of its own.
 *
 * The problem. Chromium keeps all small records of a site in files that it only ever adds to. It drops
 * deleted and overwritten ones in its own time. After a sign-out they were still in the profile, with
 * the names of hotels, although their database was deleted, and no call of a page removes them.
 *
 * The idea. A record above that size has its own file, and the browser deletes the file with the
 * record. The bytes are random because browsers compress what they store. What must be unreadable
 * after a sign-out and may grow by this much is stored this way.
 */
export function inOwnFile<T extends object>(record: T): T & { padding: Uint8Array<ArrayBuffer> } {
  return { ...record, padding: crypto.getRandomValues(new Uint8Array(alone)) };
}
