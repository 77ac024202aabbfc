import { kpeCategories, type KpeCategory } from '#domain/surveys/question.ts';
import { day } from './moments.ts';
import type { Random } from './random.ts';

/**
 * Returns how good a hotel really is in a category at a moment, from 0 to 1. Answers vary around
 * it.
 */
export type Quality = (category: KpeCategory, at: number) => number;

const month = 30 * day;

/**
 * Returns a hotel's quality: a level of its own, strong and weak categories, and a slow trend. The
 * trend goes up when a consultant looks after the hotel, and is hardly there otherwise. A few
 * hotels are weak.
 *
 * @param from when its assessment began, milliseconds since 1970
 */
export function hotelQuality(random: Random, from: number, hasConsultant: boolean): Quality {
  const isWeak = random.chance(0.1);
  const level = isWeak ? random.around(0.48, 0.05) : random.around(0.74, 0.07);
  const side = new Map(kpeCategories.map((category) => [category, random.around(0, 0.05)]));
  const perMonth = hasConsultant ? random.around(0.026, 0.008) : random.around(0.002, 0.006);
  return (category, at) =>
    level + (side.get(category) ?? 0) + perMonth * Math.max(0, (at - from) / month) - strain(at);
}

/**
 * Returns how much full houses lower the service: most in late July, less in the months around it.
 */
function strain(at: number): number {
  const year = 365.25 * day;
  const sinceMidsummer = (at - Date.UTC(2000, 6, 25)) / year;
  return 0.05 * Math.max(0, Math.cos(2 * Math.PI * sinceMidsummer)) ** 2;
}
