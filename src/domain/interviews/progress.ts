import { z } from 'zod';

import { readDigits } from '#domain/identity.ts';
import { freeText } from '#domain/text.ts';

/** One question's answer in a session's `progress`; null when it was taken back. */
export const progressEntrySchema = z
  .object({
    answerId: readDigits(z.int('Please select an answer')).nullable().default(null),
    score: readDigits(z.number('Score must be a number'))
      .default(0)
      .describe('Points as the device reckons them. The server reckons its own (rule 12).'),
    textValue: freeText('Answer').nullable().default(null),
  })
  .nullable();
export type ProgressEntry = z.infer<typeof progressEntrySchema>;

const questionKey = z.string().regex(/^[1-9]\d{0,9}$/, 'Progress is keyed by question number');

/** A session's answers by question id. Nulls are not counted (rule 56). */
export const progressSchema = z
  .record(questionKey, progressEntrySchema)
  .describe('What was answered, by the `id` of the question.');
export type Progress = z.infer<typeof progressSchema>;

/** Beside `progress`, when each question was last answered: milliseconds since 1970. */
export const answeredAtSchema = z
  .record(questionKey, z.int().min(0))
  .describe('When each question was last answered, by its `id`: milliseconds since 1970.');
export type AnsweredAt = z.infer<typeof answeredAtSchema>;

export type TimedProgress = { readonly progress: Progress; readonly answeredAt: AnsweredAt };

/**
 * Two devices' progress in one session, joined by question: the later answer wins, and a
 * taken-back answer is a null that wins like any other (rule 25). The result is the same
 * whichever comes first and however often they are joined, so sending again never harms.
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

/** Later wins; at the same moment the greater text does, so that every device agrees. */
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

/** Does this entry answer its question? Words of white space alone do not. */
export function isAnswered(
  entry: Pick<NonNullable<ProgressEntry>, 'answerId' | 'textValue'> | null | undefined,
): boolean {
  if (!entry) return false;
  return entry.answerId !== null || (entry.textValue ?? '').trim() !== '';
}

/** Answered of all questions in percent, rounded, at most 100 (rule 56). */
export function percentComplete(progress: Progress, questionCount: number): number {
  if (questionCount <= 0) return 0;
  const answered = Object.values(progress).filter(isAnswered).length;
  return Math.min(100, Math.round((100 * answered) / questionCount));
}
