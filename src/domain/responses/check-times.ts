import { clockTolerance, smallestSkew, type DeviceClock } from './device-clock.ts';

const day = 24 * 3_600_000;
/** An interview that waited longer than this on a device is likelier a clock set wrong: 400 days. */
export const longestWait = 400 * day;

/** Seconds. What took longer counts in no median: somebody slept in between, or a clock was set. */
export const longestDuration = day / 1000;

/** What a device claims: its times, and what it knows of its clock. */
export type ClaimedTimes = {
  readonly startedAt?: string | undefined;
  readonly completedAt?: string | undefined;
  /** As it was when the interview ended; earlier releases say nothing of it. */
  readonly clock?: DeviceClock | undefined;
  /** The server's time minus the device's when the response was sent; null where it is not known. */
  readonly skewAtSending?: number | null | undefined;
};

export type InterviewTimes = {
  /** ISO, UTC; null where it is not known. */
  readonly startedAt: string | null;
  readonly completedAt: string;
  /** True where the times may be wrong, and somebody should look at them. */
  readonly odd: boolean;
};

/**
 * Returns the times that count for a response. Time is the server's (rule 46). The device's times
 * are claims, but an interview held on Monday and sent on Thursday belongs to Monday. So they are
 * corrected by how much the device's clock differed from ours, which it measured up to twice: at its
 * last contact before the interview ended, and when it sent the response.
 *
 * | measured                          | what counts                                         | odd |
 * | --------------------------------- | --------------------------------------------------- | --- |
 * | nothing, by an earlier release    | the claims                                          | no  |
 * | once, or twice the same           | the claims, corrected                               | no  |
 * | only when sent, and it was wrong  | the claims, corrected                               | yes |
 * | twice, and not the same           | the claims, corrected by the first that is possible | yes |
 * | any, but no correction possible   | the time of arrival                                 | yes |
 * | the clock was set in between      | the completion, corrected; no start                 | yes |
 * | more than a day from start to end | the claims, corrected                               | yes |
 *
 * A corrected completion is possible where it is not in the future, not too long ago, and not before
 * the contact that came before it: the last is what tells a clock that fell back in between. A clock
 * found wrong when the response is sent, and never measured before, may have been set since.
 *
 * @param now milliseconds since 1970, the server's
 */
export function checkTimes(
  claimed: ClaimedTimes,
  now: number,
  toIso: (milliseconds: number) => string,
): InterviewTimes {
  const completed = claimed.completedAt === undefined ? now : Date.parse(claimed.completedAt);
  const started = claimed.startedAt === undefined ? null : Date.parse(claimed.startedAt);
  const { before, atSending } = measuredSkews(claimed);
  const skews = [before, atSending].filter((one) => one !== null);
  const skew = (skews.length > 0 ? skews : [0]).find((one) => isPossible(completed + one));
  const isChanged = claimed.clock?.changed === true;
  const isBackwards = started !== null && started > completed;
  if (skew === undefined || (isBackwards && !isChanged))
    return { startedAt: null, completedAt: toIso(now), odd: true };
  // A clock a little ahead is set back as a whole: how long the interview took stays true.
  const shift = skew - Math.max(0, completed + skew - now);
  const isLong = started !== null && completed - started > longestDuration * 1000;
  return {
    startedAt: started === null || isChanged ? null : toIso(started + shift),
    completedAt: toIso(completed + shift),
    odd: isChanged || isLong || (atSending !== null && differ(before ?? 0, atSending)),
  };

  function isPossible(at: number): boolean {
    const learnedAt = Date.parse(claimed.clock?.learnedAt ?? '');
    if (learnedAt <= now && at < learnedAt - clockTolerance) return false;
    return at <= now + clockTolerance && at >= now - longestWait;
  }
}

/** Null is what was not measured. Without a claimed end there is nothing to correct. */
function measuredSkews({ completedAt, clock, skewAtSending }: ClaimedTimes) {
  const measured = (skew: number | null | undefined) => {
    if (completedAt === undefined || skew === null || skew === undefined) return null;
    return Math.abs(skew) < smallestSkew ? 0 : skew;
  };
  return { before: measured(clock?.skew), atSending: measured(skewAtSending) };
}

function differ(one: number, other: number): boolean {
  return Math.abs(one - other) > clockTolerance;
}
