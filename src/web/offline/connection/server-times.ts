import type { AnsweredAt, JoinedProgress, TimedProgress } from '#domain/interviews/progress.ts';

/**
 * A draft's times are by the device's clock, and a session's by the server's. Between the two lies
 * the draft's `skew`: the server's time minus the device's, in milliseconds. Without this, the
 * later of two tablets' answers would lose where its clock is behind.
 *
 * One draft keeps one skew, so a time that comes back from the server is the one that was sent.
 */
type Skew = { readonly skew?: number };

export function toServerTime(time: number, { skew = 0 }: Skew): number {
  return Math.max(0, time + skew);
}

/** Returns a draft's answers and the notes on them, with times by the server's clock. */
export function progressThere(draft: TimedProgress & Skew): JoinedProgress {
  return withTimes(draft, (time) => toServerTime(time, draft));
}

/** Returns a session's answers and the notes on them, with times by the device's clock. */
export function progressHere(session: TimedProgress, { skew = 0 }: Skew): JoinedProgress {
  return withTimes(session, (time) => time - skew);
}

function withTimes(
  { progress, answeredAt, remarks = {}, remarkedAt = {} }: TimedProgress,
  change: (time: number) => number,
): JoinedProgress {
  const eachTime = (times: AnsweredAt) =>
    Object.fromEntries(Object.entries(times).map(([id, time]) => [id, change(time)]));
  return { progress, answeredAt: eachTime(answeredAt), remarks, remarkedAt: eachTime(remarkedAt) };
}
