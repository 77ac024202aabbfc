import { kpeCategories, type KpeCategory } from '#domain/surveys/question.ts';

type Percents = Record<'fit' | 'action' | 'environment', number | null>;

/** The percents of the three categories by name, in their order. */
export function presentCategories({ fit, action, environment }: Percents) {
  const percents: Record<KpeCategory, number | null> = {
    'The Right Fit': fit,
    'The Right Action': action,
    'The Right Environment': environment,
  };
  return kpeCategories.map((category) => ({ category, percent: percents[category] }));
}
