/**
 * Returns the fields of `after` whose values differ from those of `before`. A field that is
 * undefined in `after` counts as left out. Forms send only these fields, so that they undo nothing
 * that somebody else has changed meanwhile (docs/decisions/0108).
 */
export function fieldsThatDiffer<T extends object>(
  before: { readonly [F in keyof T]?: unknown },
  after: T,
): { [F in keyof T]?: Exclude<T[F], undefined> } {
  const differing = Object.entries(after).filter(
    ([field, value]) =>
      value !== undefined && JSON.stringify(value) !== JSON.stringify(before[field as keyof T]),
  );
  return Object.fromEntries(differing) as { [F in keyof T]?: Exclude<T[F], undefined> };
}
