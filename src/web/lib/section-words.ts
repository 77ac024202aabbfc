import type { Section, SectionChange } from '#domain/interviews/sections.ts';
import { countWords } from './format.ts';

/** The texts about a whole section that is not applicable, for the app's interview and the link page. */
export const sectionWords = {
  mark: 'Mark this section not applicable',
  takeBack: 'This section applies after all',
  confirm: 'Mark not applicable',
  why: 'Why is it not applicable?',
  whereKept: 'Kept as the note on each critical question',
  reasonMissing: 'Reason is required',
} as const;

export function sectionName({ name }: Pick<Section, 'name'>): string {
  return name === '' ? 'No section' : name;
}

/** Returns for example "3 questions become not applicable. 1 answer is removed." */
export function changeInWords({
  places,
  answered,
}: Pick<SectionChange<unknown>, 'places' | 'answered'>): string {
  const becomes = countWords(places.length, 'question becomes', 'questions become');
  if (answered === 0) return `${becomes} not applicable.`;
  return `${becomes} not applicable. ${countWords(answered, 'answer is', 'answers are')} removed.`;
}

/** Returns the text above the questions that must be answered all the same. */
export function stayInWords({ stay }: Pick<SectionChange<unknown>, 'stay'>): string {
  return `${countWords(stay.length, 'question stays', 'questions stay')}, to be answered:`;
}
