import { ProblemError } from './problems.ts';

export type Turns = {
  /** Acts at once, or when it is its turn; throws `try-later` where too many wait already. */
  inTurn: <T>(act: () => Promise<T>) => Promise<T>;
  /** Throws `try-later` where {@link inTurn} would. */
  requireRoom: () => void;
};

/** For what costs much: so many at a time, and so many that wait, so that each is answered in time. */
export function takeTurns({ atOnce, waiting: most }: { atOnce: number; waiting: number }): Turns {
  let underWay = 0;
  const waiting: (() => void)[] = [];
  const requireRoom = () => {
    if (waiting.length >= most)
      throw new ProblemError(
        'try-later',
        'Many people are signing in just now. Please try again in a moment.',
        { retryAfter: 2 },
      );
  };
  return {
    requireRoom,
    inTurn: async (act) => {
      if (underWay < atOnce) underWay += 1;
      else {
        requireRoom();
        await new Promise<void>((resolve) => void waiting.push(resolve));
      }
      try {
        return await act();
      } finally {
        // Who waited longest takes over the place; where nobody waits, it is free.
        const next = waiting.shift();
        if (next) next();
        else underWay -= 1;
      }
    },
  };
}
