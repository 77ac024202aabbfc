/**
 * Returns a function that calls `make` the first time, and returns the same value from then on. Use
 * it for `Intl` formats: creating one takes a slow phone as long as rendering a table row, and the
 * first screen needs few. Also for schemas, which a server compiles: there are hundreds, and most
 * starts need few.
 */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
