/** Returns the highest of these ids, 0 when there is none: how long an array by id must be. */
export const highestId = (lists: readonly Int32Array[]): number =>
  lists.reduce((most, ids) => ids.reduce((one, other) => Math.max(one, other), most), 0);
