/**
 * A source of pseudo-random values that repeats itself. The demonstration is the same on every
 * machine, so that two people can look at the same screen.
 */
export type Random = {
  /** Returns a number from 0 up to, but not including, 1. */
  next: () => number;
  /** Returns a number, evenly distributed between the two. */
  between: (low: number, high: number) => number;
  /** Returns a whole number; both ends are possible. */
  whole: (low: number, high: number) => number;
  /**
   * Returns a number around the middle, distributed like people's heights. Most are within one
   * `spread`.
   */
  around: (middle: number, spread: number) => number;
  chance: (share: number) => boolean;
  pick: <T>(from: readonly T[]) => T;
  /** Returns the same things in another order. */
  shuffled: <T>(things: readonly T[]) => T[];
  /** Returns lower-case letters and digits. */
  letters: (count: number) => string;
};

/**
 * Returns Mulberry32, a generator with 32 bits of state, which is good enough for inventing hotels.
 */
export function seededRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + next() * (high - low);
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(from: readonly T[]) => from[whole(0, from.length - 1)] as T;
  return {
    next,
    between,
    whole,
    pick,
    around: (middle, spread) => middle + spread * (next() + next() + next() + next() - 2) * 1.73,
    chance: (share) => next() < share,
    shuffled: (things) =>
      things
        .map((thing) => ({ thing, place: next() }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ thing }) => thing),
    letters: (count) => Array.from({ length: count }, () => alphabet.charAt(whole(0, 35))).join(''),
  };
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';
