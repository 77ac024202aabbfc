import type { AnsweredAt, Progress, ProgressEntry, TimedProgress } from './progress.ts';

/**
 * Gives every arriving answer its time, ready for `mergeProgress`. A device tells when each was
 * given; a clock that runs ahead is held back to `now`, or its answers would win for ever. An
 * answer that came without a time counts as given now if it differs from what is stored, and as
 * old news if not: a plain client sends the whole map each time.
 *
 * @param now milliseconds since 1970
 */
export function stampProgress(
  stored: TimedProgress,
  progress: Progress,
  times: AnsweredAt,
  now: number,
): TimedProgress {
  const answeredAt: AnsweredAt = {};
  for (const [question, entry] of Object.entries(progress)) {
    const told = times[question];
    const known = question in stored.progress && same(entry, stored.progress[question] ?? null);
    answeredAt[question] = Math.min(
      told ?? (known ? (stored.answeredAt[question] ?? 0) : now),
      now,
    );
  }
  return { progress, answeredAt };
}

function same(one: ProgressEntry, other: ProgressEntry): boolean {
  return (
    one?.answerId === other?.answerId &&
    one?.textValue === other?.textValue &&
    (one === null) === (other === null)
  );
}
