import { kpeCategories } from '#domain/surveys/question.ts';

/** The three categories by name, each with its percent, which come in the categories' order. */
export function presentCategories(percents: readonly (number | null)[] = []) {
  return kpeCategories.map((category, place) => ({ category, percent: percents[place] ?? null }));
}
