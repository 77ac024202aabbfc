import type { Standing } from '#domain/scoring/standing.ts';

/**
 * The sections of an interview, and how one is marked not applicable in one act (rule 68). Staff's
 * interview and the page of a link use the same functions.
 */

/** A part of the interview: questions that are asked one after the other under one name. */
export type Section = {
  /** Empty for questions without a section. */
  name: string;
  /** The places of its questions that are asked now. */
  places: number[];
};

/**
 * The fields of a question that these functions need. The questions on the page of a link have only some
 * fields.
 */
type InSection = {
  readonly section?: string | undefined;
  readonly allowNa?: boolean | undefined;
  readonly critical?: boolean | undefined;
};

type Asking<Q extends InSection> = {
  readonly questions: readonly Q[];
  readonly asked: readonly number[];
  readonly standings: readonly Standing[];
};

/** Returns the sections of what is asked now, in order. */
export function sectionsOf({
  questions,
  asked,
}: Pick<Asking<InSection>, 'questions' | 'asked'>): Section[] {
  const sections: Section[] = [];
  for (const place of asked) {
    const name = questions[place]?.section ?? '';
    const latest = sections.at(-1);
    if (latest?.name === name) latest.places.push(place);
    else sections.push({ name, places: [place] });
  }
  return sections;
}

/** What marking a section not applicable would do. */
export type SectionChange<Q> = {
  /** The places of the questions that it marks. */
  places: number[];
  /** How many answers it removes. */
  answered: number;
  needsReason: boolean;
  /** The questions that must be answered all the same. */
  stay: Q[];
};

/** Returns what marking the section not applicable would do. */
export function forecast<Q extends InSection>(
  { questions, standings }: Pick<Asking<Q>, 'questions' | 'standings'>,
  section: Section,
): SectionChange<Q> {
  const change: SectionChange<Q> = { places: [], answered: 0, needsReason: false, stay: [] };
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

/** Returns the places of the section that are not applicable. */
export function notApplicableIn(
  { standings }: Pick<Asking<InSection>, 'standings'>,
  { places }: Section,
): number[] {
  return places.filter((place) => standings[place] === 'not-applicable');
}

/**
 * Returns the note with the reason added, or as it was where both together cannot be stored.
 *
 * @param longest the most characters of a note
 */
export function withReason(note: string, reason: string, longest: number): string {
  const both = note.trim() === '' ? reason : `${note.trim()}\n${reason}`;
  return both.trim().length > longest ? note : both;
}
