import type { AnsweredAt } from '#domain/interviews/progress.ts';

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

export function toServerTimes(times: AnsweredAt, draft: Skew): AnsweredAt {
  return eachTime(times, (time) => toServerTime(time, draft));
}

export function toDeviceTimes(times: AnsweredAt, { skew = 0 }: Skew): AnsweredAt {
  return eachTime(times, (time) => time - skew);
}

function eachTime(times: AnsweredAt, change: (time: number) => number): AnsweredAt {
  return Object.fromEntries(Object.entries(times).map(([id, time]) => [id, change(time)]));
}
