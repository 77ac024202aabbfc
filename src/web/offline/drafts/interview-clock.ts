import type { Clock } from './drafts.ts';

/** The device's time and random ids, for interviews that begin on it. */
export const interviewClock: Clock = { now: Date.now, randomId };

/** Returns an id with at least 64 random bits, in letters and digits. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(3)), (word) => word.toString(36)).join(
    '',
  );
}
