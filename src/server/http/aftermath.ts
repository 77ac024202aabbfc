import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';

import { ProblemError } from '#server/problems.ts';

type Act = () => Promise<void>;

export type Aftermath = {
  /**
   * What is to happen outside the database once the transaction has ended, committed or not: such
   * as removing a file that no record names. Where nobody knows how it ended it does not happen, so
   * it must be noted, to be done later.
   */
  afterwards: (act: Act) => void;
};

/**
 * Runs `act`, then what it left for afterwards. By then the outcome stands: what fails here is
 * told to the log and changes no answer.
 *
 * Not where the outcome is unknown: a connection that broke may have asked for a commit that is
 * still to come.
 */
export async function withAftermath<T>(
  log: FastifyBaseLogger,
  act: (aftermath: Aftermath) => Promise<T>,
): Promise<T> {
  const left: Act[] = [];
  try {
    const result = await act({ afterwards: (one) => void left.push(one) });
    await runAll(log, left);
    return result;
  } catch (error) {
    if (isRolledBack(error)) await runAll(log, left);
    throw error;
  }
}

/** Refused by us, or by a database that lives on to tell: one that ends says FATAL. */
function isRolledBack(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.severity === 'ERROR';
  return error instanceof ProblemError;
}

async function runAll(log: FastifyBaseLogger, acts: readonly Act[]): Promise<void> {
  for (const act of acts)
    try {
      await act();
    } catch (error) {
      log.error({ err: error }, 'what was left for after the transaction failed');
    }
}
