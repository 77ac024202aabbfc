import { isDealtWith } from '#domain/interviews/asked-now.ts';
import { sectionsOf, type Section } from '#domain/interviews/sections.ts';

import { currentQuestion, type InterviewState } from '#web/features/interviews/interview-state.ts';

/** Returns whether the survey has sections. */
export function hasSections({ questions }: Pick<InterviewState, 'questions'>): boolean {
  return questions.some(({ section }) => section !== undefined);
}

/** Returns how many of the section's questions are dealt with. */
export function dealtWithIn({ standings }: InterviewState, { places }: Section): number {
  return places.filter((place) => isDealtWith(standings[place])).length;
}

/** Returns the section of the current question. */
export function currentSection(state: InterviewState): Section | undefined {
  return (
    currentQuestion(state) && sectionsOf(state).find(({ places }) => places.includes(state.index))
  );
}
