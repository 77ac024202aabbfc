import { kpeCategories } from '#domain/surveys/question.ts';

/**
 * Returns the three categories by name. The percentages must come in the order of the categories.
 */
export function presentCategories(percents: readonly (number | null)[] = []) {
  return kpeCategories.map((category, place) => ({ category, percent: percents[place] ?? null }));
}
