import { clockTolerance } from '#domain/responses/device-clock.ts';

/**
 * Returns a function that returns the device's time, in milliseconds since 1970. If somebody sets the device's clock back, the
 * function goes on from the time before. Answers are joined by their times: an answer that is given after the clock was set back
 * would otherwise lose against an earlier one of another device.
 *
 * It compares the clock with the page's own time, which nobody can set. A clock that was set ahead looks the same as a device that
 * slept, because the page's time stops during sleep. So a time ahead is corrected by the server (`copies.ts`).
 */
export function unturnedClock(
  clock: () => number = () => Date.now(),
  steady: () => number = () => performance.now(),
): () => number {
  let lead = clock() - steady();
  let setBack = 0;
  return () => {
    const now = clock();
    const next = now - steady();
    if (next < lead - clockTolerance) setBack += lead - next;
    lead = next;
    return now + setBack;
  };
}

/** The time of an answer: see {@link unturnedClock}. It counts from the start of the page. */
export const answerTime = unturnedClock();
