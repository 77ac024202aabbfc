/**
 * Returns the highest of these ids; 0 when there is none. Callers need it to size arrays that have a place for each
 * id.
 */
export const highestId = (lists: readonly Int32Array[]): number =>
  lists.reduce((most, ids) => ids.reduce((one, other) => Math.max(one, other), most), 0);

const bytesOfId = 4;

/** Returns the ids that `int4send` wrote one after the other. */
export const idsOf = (bytes: Buffer) =>
  Int32Array.from({ length: bytes.length / bytesOfId }, (_, place) =>
    bytes.readInt32BE(place * bytesOfId),
  );

/** Returns an array that has 1 at each of these ids. */
export function markIds(ids: Int32Array): Uint8Array {
  const marked = new Uint8Array(highestId([ids]) + 1);
  for (const id of ids) marked[id] = 1;
  return marked;
}
