import pLimit from 'p-limit';

import { ProblemError } from './problems.ts';

export type Turns = {
  /**
   * Runs `act` at once, or when it is its turn. Throws `try-later` when too many are waiting
   * already.
   */
  inTurn: <T>(act: () => Promise<T>) => Promise<T>;
  /** Throws `try-later` when {@link inTurn} would. */
  requireRoom: () => void;
};

/**
 * Limits expensive work: how much of it runs at once, and how much may wait, so that each caller
 * gets a reply in time.
 */
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
