const shortest = 2_000;
const longest = 5 * 60_000;
/**
 * Milliseconds. If the server asks us to wait longer than this, we retry after this time anyway.
 */
const longestAsked = 60 * 60_000;
/** Milliseconds. A wait that seems longer was calculated with a wrong clock. */
export const longestWait = longestAsked + longest;

/**
 * Returns the milliseconds until the next attempt. The wait doubles from two seconds to five
 * minutes and is spread at random between half of it and all of it, so that a hall of tablets does
 * not return all at once. If the server said how long to wait, the result is at least that.
 *
 * @param attempts failed so far, at least 1
 * @param random from 0 to 1
 */
export function backOff(
  attempts: number,
  random: number,
  retryAfter: number | null = null,
): number {
  const step = Math.min(longest, shortest * 2 ** (attempts - 1));
  const asked = Math.min(retryAfter ?? 0, longestAsked);
  return asked + Math.round((step * (1 + random)) / 2);
}
