/**
 * Returns the names with their place behind those that occur more than once: "image.jpg, 2 of 3". Buttons of
 * several records then have different names. Tablets call every photo of the camera the same.
 */
export function distinctNames(names: readonly string[]): string[] {
  const placeOf = new Map<string, number>();
  const counts = Map.groupBy(names, (name) => name);
  return names.map((name) => {
    const count = counts.get(name)?.length ?? 0;
    const place = (placeOf.get(name) ?? 0) + 1;
    placeOf.set(name, place);
    return count > 1 ? `${name}, ${place} of ${count}` : name;
  });
}
