import { kpeCategories, type KpeCategory } from '#domain/surveys/question.ts';
import type { Rules } from '#domain/surveys/survey-rules.ts';

/** The weighted sums of one category: Σ(score × weight) and Σ(maximum × weight). */
export type CategorySums = { readonly score: number; readonly maximum: number };

/** The sums of every category, while answers are added to them. */
export type GrowingSums = Record<KpeCategory, { score: number; maximum: number }>;

/** Returns the sums of no answers. */
export function noSums(): GrowingSums {
  const none = kpeCategories.map((category) => [category, { score: 0, maximum: 0 }] as const);
  return Object.fromEntries(none) as GrowingSums;
}

/** The maximum assumed for imported data whose real maximum cannot be known. */
export const assumedMaximum = 100;

/** An answer as far as the sums of its category depend on it. */
export type WeighedAnswer = {
  readonly score: number;
  readonly maximum: number | null | undefined;
  readonly weight: number;
  readonly kpeCategory: KpeCategory | null;
};

/**
 * Returns the weighted sums of every category over scored answers. A `maximum` of null is a text
 * answer and counts nowhere. A `maximum` of undefined is unknown and counts as
 * {@link assumedMaximum}.
 */
export function categorySums(answers: readonly WeighedAnswer[]): Record<KpeCategory, CategorySums> {
  const sums = noSums();
  for (const { score, maximum, weight, kpeCategory } of answers) {
    if (kpeCategory === null || maximum === null) continue;
    sums[kpeCategory].score += score * weight;
    sums[kpeCategory].maximum += (maximum ?? assumedMaximum) * weight;
  }
  return sums;
}

/**
 * Returns the categories whose sums are below their threshold. Whole numbers are compared, so that no
 * rounding decides. A category without a threshold, or without points to win, is never below.
 */
export function categoriesBelow(
  sums: Readonly<Record<KpeCategory, CategorySums>>,
  thresholds: Rules['thresholds'],
): KpeCategory[] {
  return kpeCategories.filter((category) => {
    const { score, maximum } = sums[category];
    const least = thresholds[category];
    return least != null && 100 * score < least * maximum;
  });
}
