/**
 * What is made when it is first asked for. Formats of `Intl` above all: making one takes a slow phone
 * as long as drawing a row of a table, and the first screen needs few of them.
 */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
