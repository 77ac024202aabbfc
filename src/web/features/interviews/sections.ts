import { isDealtWith } from '#domain/interviews/asked-now.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';

import { currentQuestion, type InterviewState } from './interview-state.ts';

/** A part of the interview: questions that are asked one after the other under one name. */
export type Section = {
  /** Empty for questions without a section. */
  name: string;
  /** The places of its questions that are asked now. */
  places: number[];
};

/** Returns whether the survey has sections. */
export function hasSections({ questions }: Pick<InterviewState, 'questions'>): boolean {
  return questions.some(({ section }) => section !== undefined);
}

/** Returns the sections of what is asked now, in order. */
export function sectionsOf({ questions, asked }: InterviewState): Section[] {
  const sections: Section[] = [];
  for (const place of asked) {
    const name = questions[place]?.section ?? '';
    const latest = sections.at(-1);
    if (latest?.name === name) latest.places.push(place);
    else sections.push({ name, places: [place] });
  }
  return sections;
}

/** Returns how many of the section's questions are dealt with. */
export function dealtWithIn({ standings }: InterviewState, { places }: Section): number {
  return places.filter((place) => isDealtWith(standings[place])).length;
}

/** What marking a section not applicable would do. */
export type SectionChange = {
  /** The places of the questions that it marks. */
  places: number[];
  /** How many answers it removes. */
  answered: number;
  needsReason: boolean;
  /** The questions that must be answered all the same. */
  stay: EditionQuestion[];
};

/** Returns what marking the section not applicable would do. */
export function forecast({ questions, standings }: InterviewState, section: Section) {
  const change: SectionChange = { places: [], answered: 0, needsReason: false, stay: [] };
  for (const place of section.places) {
    const question = questions[place];
    if (!question) continue;
    if (!question.allowNa) change.stay.push(question);
    else if (standings[place] !== 'not-applicable') {
      change.places.push(place);
      if (standings[place] === 'answered') change.answered += 1;
      if (question.critical) change.needsReason = true;
    }
  }
  return change;
}

/** Returns the section of the current question. */
export function currentSection(state: InterviewState): Section | undefined {
  return (
    currentQuestion(state) && sectionsOf(state).find(({ places }) => places.includes(state.index))
  );
}

/** Returns the places of the section that are not applicable. */
export function notApplicableIn({ standings }: InterviewState, { places }: Section): number[] {
  return places.filter((place) => standings[place] === 'not-applicable');
}
