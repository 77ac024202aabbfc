import type { AnsweredAt, Progress, ProgressEntry, TimedProgress } from './progress.ts';

/**
 * Returns the progress with a time for every answer, ready for `mergeProgress`. A device sends the
 * time of each answer. A time in the future is set to `now`: otherwise the answers of a device
 * whose clock runs ahead would always win. An answer that arrives without a time counts as given
 * now if it differs from the stored one. Otherwise it keeps the stored time, because a plain client
 * sends the whole map each time.
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
