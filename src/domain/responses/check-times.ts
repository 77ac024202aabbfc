/** How far a device's clock may run ahead before its times are not believed: five minutes. */
const toleratedAhead = 5 * 60_000;
/** An interview that waited longer than this on a device is likelier a clock set wrong: 400 days. */
export const longestWait = 400 * 24 * 3_600_000;

export type InterviewTimes = {
  /** ISO, UTC; null where it is not known. */
  readonly startedAt: string | null;
  readonly completedAt: string;
  /** True where the device's times cannot be right, and the time of arrival counts instead. */
  readonly odd: boolean;
};

/**
 * Which times count for a response. The server's time rules; the device's are claims, taken where
 * they can be right, since an interview held on Monday and sent on Thursday belongs to Monday.
 *
 * @param now milliseconds since 1970, the server's
 */
export function checkTimes(
  claimed: { readonly startedAt?: string | undefined; readonly completedAt?: string | undefined },
  now: number,
  toIso: (milliseconds: number) => string,
): InterviewTimes {
  const completed = claimed.completedAt === undefined ? now : Date.parse(claimed.completedAt);
  const started = claimed.startedAt === undefined ? null : Date.parse(claimed.startedAt);
  const odd =
    completed > now + toleratedAhead ||
    completed < now - longestWait ||
    (started !== null && started > completed);
  if (odd) return { startedAt: null, completedAt: toIso(now), odd };
  // A clock a little ahead is set back as a whole: how long the interview took stays true.
  const ahead = Math.max(0, completed - now);
  return {
    startedAt: started === null ? null : toIso(started - ahead),
    completedAt: toIso(completed - ahead),
    odd,
  };
}
