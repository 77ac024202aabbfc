import { clockTolerance } from '#domain/responses/device-clock.ts';

/**
 * Watches the device's clock while a page is open. What it returns answers whether the clock was set
 * back since: it then falls behind the page's own time, which nobody can set. A clock that was set
 * ahead looks like a device that slept, whose page's time stood still. That is found out when the
 * device measures its clock against the server's again.
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
