const shortest = 2_000;
const longest = 5 * 60_000;
/** A server that asks for more than this is asked again all the same. */
const longestAsked = 60 * 60_000;
/** Milliseconds. What seems to wait longer was put off by a clock that was wrong. */
export const longestWait = longestAsked + longest;

/**
 * Milliseconds until the next attempt: doubling from two seconds to five minutes, spread at random
 * between half and whole, so that a hall of tablets does not return all at once. Where the server
 * said how long to wait, at least that.
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
