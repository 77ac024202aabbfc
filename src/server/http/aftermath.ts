import type { FastifyBaseLogger } from 'fastify';

type Act = () => Promise<void>;

export type Aftermath = {
  /**
   * What is to happen outside the database once the transaction has ended, however it did: such as
   * removing a file that no record names.
   */
  afterwards: (act: Act) => void;
};

/**
 * Runs `act`, then what it left for afterwards. By then the outcome stands: what fails here is
 * told to the log and changes no answer.
 */
export async function withAftermath<T>(
  log: FastifyBaseLogger,
  act: (aftermath: Aftermath) => Promise<T>,
): Promise<T> {
  const left: Act[] = [];
  try {
    return await act({ afterwards: (one) => void left.push(one) });
  } finally {
    await runAll(log, left);
  }
}

async function runAll(log: FastifyBaseLogger, acts: readonly Act[]): Promise<void> {
  for (const act of acts)
    try {
      await act();
    } catch (error) {
      log.error({ err: error }, 'what was left for after the transaction failed');
    }
}
