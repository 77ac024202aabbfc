import { clockTolerance } from '#domain/responses/device-clock.ts';

/**
 * Watches the device's clock while a page is open. Returns a function that returns whether the clock was set
 * back since. A clock that was set back falls behind the page's own time, which nobody can set.
 *
 * A clock that was set ahead looks the same as a device that slept, because the page's time stops during sleep.
 * The device notices such a clock when it next measures it against the server's.
 */
export function watchClock(
  clock: () => number = () => Date.now(),
  steady: () => number = () => performance.now(),
): () => boolean {
  let lead = clock() - steady();
  let wasSetBack = false;
  return () => {
    const next = clock() - steady();
    wasSetBack ||= next < lead - clockTolerance;
    lead = next;
    return wasSetBack;
  };
}
