import { z } from 'zod';

import { readDigits } from '#domain/identity.ts';
import { freeText } from '#domain/text.ts';

/** One question's answer in a session's `progress`; null when it was taken back. */
export const progressEntrySchema = z
  .object({
    answerId: readDigits(z.int('Please select an answer')).nullable().default(null),
    score: readDigits(z.number('Score must be a number'))
      .default(0)
      .describe('Points as the device computes them. The server computes its own (rule 12).'),
    textValue: freeText('Answer').nullable().default(null),
  })
  .nullable();
export type ProgressEntry = z.infer<typeof progressEntrySchema>;

const questionKey = z.string().regex(/^[1-9]\d{0,9}$/, 'Progress is keyed by question number');

/** The answers of an interview under way, by question id. Nulls do not count as answered (rule 56). */
export const progressSchema = z
  .record(questionKey, progressEntrySchema)
  .describe('The answers, by the `id` of the question.');
export type Progress = z.infer<typeof progressSchema>;

/** When each question of `progress` was last answered: milliseconds since 1970. */
export const answeredAtSchema = z
  .record(questionKey, z.int().min(0))
  .describe('When each question was last answered, by its `id`, in milliseconds since 1970.');
export type AnsweredAt = z.infer<typeof answeredAtSchema>;

export type TimedProgress = { readonly progress: Progress; readonly answeredAt: AnsweredAt };

/**
 * Joins two devices' progress in one interview, and returns the answers that both end up with.
 *
 * The problem: two tablets hold the same interview, both offline. Each sends its answers when it
 * finds a connection, in any order and any number of times. No answer may be lost, and both devices
 * and the server must end up with the same answers without asking each other.
 *
 * The idea: every question carries the moment of its last answer, and is decided by itself.
 *
 * | for one question                  | what is kept                                               |
 * | --------------------------------- | ---------------------------------------------------------- |
 * | only one device answered it       | that answer                                                |
 * | both answered it                  | the later answer (rule 25)                                 |
 * | one took its answer back later    | nothing: the taken-back answer is a null that wins like any |
 * | both at the same millisecond      | the greater text, an arbitrary choice that all make alike  |
 *
 * So joining is commutative, associative and idempotent: the order of arrival does not matter, and
 * sending again never harms. `progress.test.ts` proves the three on random interviews. Deciding by
 * the time of arrival instead, or by the whole interview instead of by question, would break them.
 */
export function mergeProgress(ours: TimedProgress, theirs: TimedProgress): TimedProgress {
  const progress: Progress = { ...ours.progress };
  const answeredAt: AnsweredAt = { ...ours.answeredAt };
  for (const [question, entry] of Object.entries(theirs.progress)) {
    const time = theirs.answeredAt[question] ?? 0;
    if (question in progress && !wins(entry, time, progress[question], answeredAt[question] ?? 0))
      continue;
    progress[question] = entry;
    answeredAt[question] = time;
  }
  return { progress, answeredAt };
}

/** Returns whether an entry replaces another: see the table above. */
function wins(
  entry: ProgressEntry,
  time: number,
  other: ProgressEntry | undefined,
  otherTime: number,
) {
  if (time !== otherTime) return time > otherTime;
  return textOf(entry) > textOf(other ?? null);
}

function textOf(entry: ProgressEntry): string {
  return entry ? JSON.stringify([entry.answerId, entry.textValue, entry.score]) : '';
}

/** Returns whether an entry answers its question. White space alone does not. */
export function isAnswered(
  entry: Pick<NonNullable<ProgressEntry>, 'answerId' | 'textValue'> | null | undefined,
): boolean {
  if (!entry) return false;
  return entry.answerId !== null || (entry.textValue ?? '').trim() !== '';
}

/** Returns the answered questions in percent of all, rounded, at most 100 (rule 56). */
export function percentComplete(progress: Progress, questionCount: number): number {
  if (questionCount <= 0) return 0;
  const answered = Object.values(progress).filter(isAnswered).length;
  return Math.min(100, Math.round((100 * answered) / questionCount));
}
