/**
 * What is made when it is first asked for. Formats of `Intl` above all: making one takes a slow phone
 * as long as drawing a row of a table, and the first screen needs few of them. And schemas, which a
 * server compiles: there are hundreds, and most starts need few.
 */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
