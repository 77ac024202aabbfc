import { hasAnswer } from '#domain/answers/answer-types.ts';
import type { Answer } from '#domain/answers/answer-type.ts';
import type { LinkInterview, LinkQuestion, LinkSaved } from '#domain/contacts/interview-by-link.ts';
import { isDealtWith, placesAsked, standingsNow } from '#domain/interviews/asked-now.ts';
import type { ProgressEntry } from '#domain/interviews/progress.ts';
import { withReason } from '#domain/interviews/sections.ts';
import { stillNeeds, type Need } from '#domain/interviews/still-needs.ts';
import type { Standing } from '#domain/scoring/standing.ts';
import { longestNote } from './longest-note.ts';
import type { KeptAnswers } from './kept-answers.ts';

/** Returns the answers that the page shows: the server's, replaced by those that only this browser has. */
export function withKept(given: LinkSaved, kept: KeptAnswers): LinkSaved {
  return {
    progress: { ...given.progress, ...kept.progress },
    answeredAt: { ...given.answeredAt, ...kept.answeredAt },
    remarks: { ...given.remarks, ...kept.remarks },
    remarkedAt: { ...given.remarkedAt, ...kept.remarkedAt },
    notes: kept.notes ?? given.notes,
  };
}

/** Which questions are asked given the present answers, and what they still need. */
export type AskedNow = {
  standings: readonly Standing[];
  /** The places of the questions that are asked now. */
  asked: readonly number[];
  /** What each asked question still needs before the interview can be completed. */
  needs: ReadonlyMap<number, Need>;
  answered: number;
};

/** Returns what is asked now, by the same rules as on the server and in the app. */
export function askNow({ questions }: LinkInterview, { progress, remarks }: LinkSaved): AskedNow {
  const standings = standingsNow(questions, progress);
  const asked = placesAsked(standings);
  const needs = new Map(
    asked.flatMap((place) => {
      const question = questions[place];
      const need = question && stillNeeds(question, standings[place], remarks);
      return need ? [[place, need] as const] : [];
    }),
  );
  const answered = asked.filter((place) => isDealtWith(standings[place])).length;
  return { standings, asked, needs, answered };
}

/** Returns the entry for an answer; null when the answer is empty. */
export function entryOf(question: LinkQuestion, answer: Answer): ProgressEntry {
  const { answerId, textValue } = answer;
  const text = textValue?.replaceAll('\u0000', '') ?? null;
  if (!hasAnswer(question, { answerId, textValue: text }) && (text ?? '') === '') return null;
  return { answerId, score: 0, textValue: text };
}

/** The entry of a question that is not applicable. */
export const notApplicable: ProgressEntry = { answerId: null, score: 0, textValue: null, na: true };

type Part = Pick<KeptAnswers, 'progress' | 'answeredAt'>;

/** Returns the kept answers with one more. Its time is later than that of the answer that it replaces. */
export function keepAnswer(
  kept: KeptAnswers,
  id: number,
  entry: ProgressEntry,
  at: number,
): KeptAnswers {
  const answered: Part = {
    progress: { ...kept.progress, [id]: entry },
    answeredAt: { ...kept.answeredAt, [id]: at },
  };
  return { ...kept, ...answered };
}

/** Returns the kept answers with a note on an answer. */
export function keepRemark(kept: KeptAnswers, id: number, text: string, at: number): KeptAnswers {
  return {
    ...kept,
    remarks: { ...kept.remarks, [id]: text.replaceAll('\u0000', '') },
    remarkedAt: { ...kept.remarkedAt, [id]: at },
  };
}

type Marking = {
  interview: LinkInterview;
  given: LinkSaved;
  places: readonly number[];
  at: number;
};

/**
 * Returns the kept answers with these questions marked not applicable. Critical questions get the reason as
 * their note.
 */
export function markAll(
  kept: KeptAnswers,
  { interview, given, places, reason, at }: Marking & { reason: string },
): KeptAnswers {
  let marked = kept;
  for (const { id, allowNa, critical } of questionsAt(interview, places)) {
    if (!allowNa) continue;
    marked = keepAnswer(marked, id, notApplicable, later(given.answeredAt[id], at));
    const note = withReason(given.remarks[id] ?? '', reason, longestNote);
    if (critical) marked = keepRemark(marked, id, note, later(given.remarkedAt[id], at));
  }
  return marked;
}

/** Returns the kept answers with these questions applicable again. They are then unanswered. */
export function takeBackAll(
  kept: KeptAnswers,
  { interview, given, places, at }: Marking,
): KeptAnswers {
  let open = kept;
  for (const { id } of questionsAt(interview, places))
    open = keepAnswer(open, id, null, later(given.answeredAt[id], at));
  return open;
}

function questionsAt({ questions }: LinkInterview, places: readonly number[]): LinkQuestion[] {
  return places.flatMap((place) => questions[place] ?? []);
}

/** Returns a time that is later than the time of the replaced entry. */
export function later(time: number | undefined, at: number): number {
  return Math.max(at, (time ?? 0) + 1);
}
