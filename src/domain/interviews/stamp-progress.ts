import type {
  AnsweredAt,
  ArrivingProgress,
  JoinedProgress,
  ProgressEntry,
  Remarks,
  TimedProgress,
} from './progress.ts';

/**
 * Returns the progress with a time for every answer and note, ready for `mergeProgress`. A device
 * sends the time of each. A time in the future is set to `now`: otherwise the answers of a device
 * whose clock runs ahead would always win. What arrives without a time counts as given now if it
 * differs from what is stored. Otherwise it keeps the stored time, because a plain client sends the
 * whole map each time.
 *
 * @param now milliseconds since 1970
 */
export function stampProgress(
  stored: TimedProgress,
  arriving: ArrivingProgress,
  now: number,
): JoinedProgress {
  const { progress = {}, answeredAt = {}, remarks = {}, remarkedAt = {} } = arriving;
  const { progress: answers, answeredAt: times } = stored;
  const known: Remarks = stored.remarks ?? {};
  return {
    progress,
    answeredAt: stamp(progress, answeredAt, now, (id, entry) =>
      id in answers && same(entry, answers[id] ?? null) ? (times[id] ?? 0) : now,
    ),
    remarks,
    remarkedAt: stamp(remarks, remarkedAt, now, (id, remark) =>
      remark === known[id] ? (stored.remarkedAt?.[id] ?? 0) : now,
    ),
  };
}

/** Returns the time of each entry: the one that was sent or else `timeOf`, and never after `now`. */
function stamp<T>(
  entries: Record<string, T>,
  sent: AnsweredAt,
  now: number,
  timeOf: (id: string, entry: T) => number,
): AnsweredAt {
  const stamped = Object.entries(entries).map(
    ([id, entry]) => [id, Math.min(sent[id] ?? timeOf(id, entry), now)] as const,
  );
  return Object.fromEntries(stamped);
}

function same(one: ProgressEntry, other: ProgressEntry): boolean {
  return (
    one?.answerId === other?.answerId &&
    one?.textValue === other?.textValue &&
    one?.na === other?.na &&
    (one === null) === (other === null)
  );
}
