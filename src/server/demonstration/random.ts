/**
 * Chance that always falls the same way: the demonstration is the same on every machine, so that
 * a screen that looks wrong can be looked at by somebody else.
 */
export type Random = {
  /** From 0 up to, not including, 1. */
  next: () => number;
  /** Evenly between the two. */
  between: (low: number, high: number) => number;
  /** A whole number, both ends included. */
  whole: (low: number, high: number) => number;
  /** Around a middle, as heights of people are; most within one `spread`. */
  around: (middle: number, spread: number) => number;
  chance: (share: number) => boolean;
  pick: <T>(from: readonly T[]) => T;
  /** The same things in another order. */
  shuffled: <T>(things: readonly T[]) => T[];
  /** Lower-case letters and digits. */
  letters: (count: number) => string;
};

/** Mulberry32: 32 bits of state, even enough for inventing hotels. */
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
