import pLimit from 'p-limit';

import { ProblemError } from './problems.ts';

export type Turns = {
  /** Acts at once, or when it is its turn; throws `try-later` where too many wait already. */
  inTurn: <T>(act: () => Promise<T>) => Promise<T>;
  /** Throws `try-later` where {@link inTurn} would. */
  requireRoom: () => void;
};

/** For what costs much: so many at a time, and so many that wait, so that each is answered in time. */
export function takeTurns({ atOnce, waiting }: { atOnce: number; waiting: number }): Turns {
  const limit = pLimit(atOnce);
  const requireRoom = () => {
    if (limit.pendingCount >= waiting)
      throw new ProblemError(
        'try-later',
        'Many people are signing in just now. Please try again in a moment.',
        { retryAfter: 2 },
      );
  };
  return {
    requireRoom,
    inTurn: async (act) => {
      requireRoom();
      return limit(act);
    },
  };
}
