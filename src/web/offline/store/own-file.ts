/**
 * Bytes. Chromium stores each record that is larger than this in a file of its own, and smaller records
 * together.
 */
const alone = 64 * 1024;

/**
 * Returns the record with so many random bytes beside it that Chromium stores it in a file of its own.
 *
 * The problem. Chromium keeps all small records of a site in files that it only ever adds to. It removes
 * deleted and overwritten records at some later time. So after a sign-out, records with the names of hotels
 * were still on the disk, although their database was deleted. A page cannot remove them.
 *
 * The idea. A record above that size has its own file, and the browser deletes the file with the record. The
 * bytes are random because browsers compress what they store. Use it for records that must be unreadable after
 * a sign-out and may grow by this much.
 */
export function inOwnFile<T extends object>(record: T): T & { padding: Uint8Array<ArrayBuffer> } {
  return { ...record, padding: crypto.getRandomValues(new Uint8Array(alone)) };
}
