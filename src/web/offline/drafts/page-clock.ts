import { clockTolerance } from '#domain/responses/device-clock.ts';
import type { Draft } from '#web/offline/store/records.ts';

/**
 * Returns a clock that notices when somebody sets the device's clock back. It compares the device's time
 * with the page's own time, which nobody can set.
 *
 * A clock that was set ahead looks the same as a device that slept, because the page's time stops during sleep. That is
 * found out when the device next measures its clock against the server's.
 */
export function watchClock(
  clock: () => number = () => Date.now(),
  steady: () => number = () => performance.now(),
) {
  let lead = clock() - steady();
  let setBack = 0;
  /** Returns by how many milliseconds the clock was set back, all times together. */
  const setBackBy = (): number => {
    const next = clock() - steady();
    if (next < lead - clockTolerance) setBack += lead - next;
    lead = next;
    return setBack;
  };
  /**
   * Begins to measure for an interview that is opened. If it holds a later time than the clock's, somebody set the clock
   * back while no page watched it, and the time goes on from there.
   */
  const goOnFrom = (times: Times): void => {
    lead = clock() - steady();
    const behind = latestOf(times) - clock();
    setBack = behind > clockTolerance ? behind : 0;
  };
  return {
    goOnFrom,
    setBackBy,
    /** Returns the milliseconds since 1970, which go on when the clock is set back. */
    now: () => clock() + setBackBy(),
  };
}

type Times = Pick<Draft, 'updatedAt' | 'answeredAt' | 'remarkedAt'>;

function latestOf({ updatedAt, answeredAt, remarkedAt = {} }: Times): number {
  return Math.max(updatedAt, ...Object.values(answeredAt), ...Object.values(remarkedAt));
}

/**
 * The clock of this page, for the times of answers. Answers are joined by their times: with the device's
 * time, an answer that is given after the clock was set back would lose against an earlier one of another
 * device.
 */
export const pageClock = watchClock();
