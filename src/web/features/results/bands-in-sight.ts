import { passLine } from '#domain/scoring/verdict.ts';

/** Width of one band of the distribution, in percent. */
export const bandWidth = 10;

/**
 * Returns the bands that a histogram shows: from the lowest band with responses to the highest, and
 * at least one on each side of the pass line. Empty bands at the ends are left out, because they
 * would only make the others narrow.
 */
export function bandsInSight(bands: readonly number[]): number[] {
  const firstPassing = passLine / bandWidth;
  const held = bands.flatMap((count, band) => (count > 0 ? [band] : []));
  const first = Math.min(...held, firstPassing - 1);
  const last = Math.max(...held, firstPassing);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
