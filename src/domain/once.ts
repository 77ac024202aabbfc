/**
 * Returns a function that calls `make` the first time and returns that value ever after. It is
 * mainly for `Intl` formats: making one takes a slow phone as long as rendering a table row, and
 * the first screen needs few of them. It is also for schemas, which a server compiles: there are
 * hundreds, and most starts need few.
 */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
