import { passLine } from '#domain/scoring/verdict.ts';

/** Percent that one band of the distribution is wide. */
export const bandWidth = 10;

/**
 * The bands that a histogram shows: from the lowest that has responses to the highest, and always
 * one on each side of the pass line. Empty bands at the ends would only make the others narrow.
 */
export function bandsInSight(bands: readonly number[]): number[] {
  const firstPassing = passLine / bandWidth;
  const held = bands.flatMap((count, band) => (count > 0 ? [band] : []));
  const first = Math.min(...held, firstPassing - 1);
  const last = Math.max(...held, firstPassing);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
