import { bandCount } from '#domain/results/analytics.ts';
import { passLine } from '#domain/scoring/verdict.ts';

/** Width of one band of a histogram of scores, in percent. */
export const bandWidth = 100 / bandCount;

/**
 * Returns the bands that a histogram shows: from the lowest band with responses to the highest, and
 * at least one on each side of the pass line. Empty bands at the ends are left out, because they
 * would only make the others narrow.
 */
export function bandsInSight(bands: readonly number[], line = passLine): number[] {
  const held = bands.flatMap((count, band) => (count > 0 ? [band] : []));
  const first = Math.min(...held, Math.max(0, Math.ceil(line / bandWidth) - 1));
  const last = Math.max(...held, Math.min(bandCount - 1, Math.floor(line / bandWidth)));
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Returns a band's name, such as "70% to under 80%". The highest includes 100%. */
export function bandName(band: number): string {
  const [from, to] = [band * bandWidth, (band + 1) * bandWidth];
  return to === 100 ? `${from}% to 100%` : `${from}% to under ${to}%`;
}
