import { z } from 'zod';

import { readDigits } from '#domain/identity.ts';
import { longestNote } from '#domain/responses/further-fields.ts';
import { freeText } from '#domain/text.ts';

/** One question's answer in a session's `progress`; null when it was taken back. */
export const progressEntrySchema = z
  .object({
    answerId: readDigits(z.int('Please select an answer')).nullable().default(null),
    score: readDigits(z.number('Score must be a number'))
      .default(0)
      .describe('Points as the device computes them. The server computes its own (rule 12).'),
    textValue: freeText('Answer').nullable().default(null),
    na: z
      .literal(true, 'Not applicable is true, or left out')
      .optional()
      .describe('The question does not apply here. Such an entry has no answer.'),
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

/** The notes on single answers, by question id; empty text where a note was deleted. */
export const remarksSchema = z
  .record(questionKey, freeText('Note', longestNote))
  .describe('What the interviewer remarks on each answer, by the `id` of the question.');
export type Remarks = z.infer<typeof remarksSchema>;

/** When each of the `remarks` was last changed: milliseconds since 1970. */
export const remarkedAtSchema = z
  .record(questionKey, z.int().min(0))
  .describe('When each note was last changed, by `id`, in milliseconds since 1970.');

/**
 * The progress on one device, which can be joined with another device's. Progress of an earlier release has
 * no remarks.
 */
export type TimedProgress = {
  readonly progress: Progress;
  readonly answeredAt: AnsweredAt;
  readonly remarks?: Remarks | undefined;
  readonly remarkedAt?: AnsweredAt | undefined;
};
/** Progress in which every part is present. */
export type JoinedProgress = {
  readonly progress: Progress;
  readonly answeredAt: AnsweredAt;
  readonly remarks: Remarks;
  readonly remarkedAt: AnsweredAt;
};

/** The parts of the progress that one call brings. */
export type ArrivingProgress = {
  readonly [Part in keyof JoinedProgress]?: JoinedProgress[Part] | undefined;
};

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
 * The notes on answers are joined in the same way and apart from the answers, so that a note typed
 * on one tablet and an answer given on the other are both kept.
 *
 * So joining is commutative, associative and idempotent: the order of arrival does not matter, and
 * sending again never harms. `progress.test.ts` proves the three on random interviews. Deciding by
 * the time of arrival instead, or by the whole interview instead of by question, would break them.
 */
export function mergeProgress(ours: TimedProgress, theirs: TimedProgress): JoinedProgress {
  const [progress, answeredAt] = joinByTime(
    [ours.progress, ours.answeredAt],
    [theirs.progress, theirs.answeredAt],
    textOf,
  );
  const [remarks, remarkedAt] = joinByTime(
    [ours.remarks ?? {}, ours.remarkedAt ?? {}],
    [theirs.remarks ?? {}, theirs.remarkedAt ?? {}],
    (remark) => remark,
  );
  return { progress, answeredAt, remarks, remarkedAt };
}

/** Entries by question, and the time of each. */
type Timed<T> = readonly [Record<string, T>, AnsweredAt];

/** Joins two devices' entries by the table above. */
function joinByTime<T>(ours: Timed<T>, theirs: Timed<T>, textOf: (entry: T) => string): Timed<T> {
  const entries = { ...ours[0] };
  const times = { ...ours[1] };
  for (const [question, entry] of Object.entries(theirs[0])) {
    const other = entries[question];
    const [time, otherTime] = [theirs[1][question] ?? 0, times[question] ?? 0];
    const isEqual = time === otherTime;
    if (other !== undefined && (isEqual ? textOf(entry) <= textOf(other) : time < otherTime))
      continue;
    entries[question] = entry;
    times[question] = time;
  }
  return [entries, times];
}

/**
 * Returns the text by which two entries are compared. "Not applicable" is at the end and only where it is set,
 * so that other entries have the same text as in earlier releases.
 */
function textOf(entry: ProgressEntry): string {
  if (!entry) return '';
  const { answerId, textValue, score, na } = entry;
  return JSON.stringify([answerId, textValue, score, ...(na ? [na] : [])]);
}

/**
 * Returns whether an entry answers its question. White space alone does not. A question that is not
 * applicable has been dealt with too.
 */
export function isAnswered(
  entry: Pick<NonNullable<ProgressEntry>, 'answerId' | 'textValue' | 'na'> | null | undefined,
): boolean {
  if (!entry) return false;
  if (entry.na) return true;
  return entry.answerId !== null || (entry.textValue ?? '').trim() !== '';
}

/** Returns the questions that are dealt with in percent of all, rounded, at most 100 (rule 56). */
export function percentComplete(progress: Progress, questionCount: number): number {
  if (questionCount <= 0) return 0;
  const answered = Object.values(progress).filter(isAnswered).length;
  return Math.min(100, Math.round((100 * answered) / questionCount));
}
