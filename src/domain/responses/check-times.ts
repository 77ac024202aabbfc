import { clockTolerance, smallestSkew, type DeviceClock } from './device-clock.ts';

const day = 24 * 3_600_000;
/**
 * The longest time that a response can wait on a device, in milliseconds: 400 days. If it seems
 * longer, the clock is probably wrong.
 */
export const longestWait = 400 * day;

/**
 * The longest duration that counts in a median, in seconds. A longer interview was interrupted for
 * a night, or a clock was set.
 */
export const longestDuration = day / 1000;

/** What a device claims: its times, and what it knows about its clock. */
export type ClaimedTimes = {
  readonly startedAt?: string | undefined;
  readonly completedAt?: string | undefined;
  /** The clock's state when the interview ended. Earlier releases do not send it. */
  readonly clock?: DeviceClock | undefined;
  /** The server's time minus the device's when the response was sent; null when unknown. */
  readonly skewAtSending?: number | null | undefined;
};

export type InterviewTimes = {
  /** ISO, UTC; null when unknown. */
  readonly startedAt: string | null;
  readonly completedAt: string;
  /** True when the times may be wrong and somebody should look at them. */
  readonly odd: boolean;
};

/**
 * Returns the times that count for a response. The server's clock decides (rule 46). The device's
 * times are only claims, but an interview held on Monday and sent on Thursday belongs to Monday. So
 * the claims are corrected by the skew: how much the device's clock differed from ours. The device
 * measures it up to twice: at its last contact before the interview ended, and when it sends the
 * response.
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
 * | longer than any response waits    | the completion, corrected; no start                 | yes |
 *
 * A corrected completion is possible when it is not in the future, not too long ago, and not before
 * the contact that preceded it. The last condition reveals a clock that fell back in between. A
 * clock that is found wrong when the response is sent, and was never measured before, may have been
 * set since.
 *
 * @param now milliseconds since 1970, by the server's clock
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
  // If the completion lies a little in the future, move both times back, so that the duration stays
  // correct.
  const shift = skew - Math.max(0, completed + skew - now);
  const took = started === null ? 0 : completed - started;
  // A start like 1904 is where a clock begins that was never set. The database could not store how long
  // the interview took, and would refuse the whole response.
  const isStartKnown = !isChanged && took <= longestWait;
  const isLong = took > longestDuration * 1000;
  return {
    startedAt: started === null || !isStartKnown ? null : toIso(started + shift),
    completedAt: toIso(completed + shift),
    odd: isChanged || isLong || (atSending !== null && differ(before ?? 0, atSending)),
  };

  function isPossible(at: number): boolean {
    const learnedAt = Date.parse(claimed.clock?.learnedAt ?? '');
    if (learnedAt <= now && at < learnedAt - clockTolerance) return false;
    return at <= now + clockTolerance && at >= now - longestWait;
  }
}

/**
 * Returns the measured skews; null where none was measured. Without a claimed completion there is
 * nothing to correct.
 */
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
