/** Returns the entries with these keys. A key without an entry is left out. */
export function pick<T>(
  from: Readonly<Record<string, T>>,
  keys: readonly string[],
): Record<string, T> {
  return Object.fromEntries(keys.flatMap((key) => (key in from ? [[key, from[key] as T]] : [])));
}
