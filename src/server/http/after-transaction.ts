import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';

import { ProblemError } from '#server/problems.ts';

type Act = () => Promise<void>;

export type AfterTransaction = {
  /**
   * Registers work outside the database, to be done when the transaction has ended, committed or
   * not: for example deleting a file that no row names. The work is skipped when nobody knows how
   * the transaction ended. So note it elsewhere too, so that it can be done later.
   */
  afterwards: (act: Act) => void;
};

/**
 * Runs `act`, then the work that it registered for afterwards. The outcome is fixed by then: an
 * error in that work is logged, and does not change the reply.
 *
 * The work is skipped when the outcome is unknown: a broken connection may have sent a commit that
 * PostgreSQL still has to run.
 */
export async function withAfterTransaction<T>(
  log: FastifyBaseLogger,
  act: (afterTransaction: AfterTransaction) => Promise<T>,
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

/**
 * True when the transaction was surely rolled back: we refused it, or the database reported an
 * error and went on. A database that is ending reports FATAL.
 */
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
