import type { FastifyBaseLogger } from 'fastify';

type Act = () => Promise<void>;

/** What is to happen outside the database, once it is known how the transaction ended. */
export type Aftermath = {
  /** Such as removing a file whose record is gone. */
  afterCommit: (act: Act) => void;
  /** Such as removing a file whose record was never stored. */
  afterFailure: (act: Act) => void;
};

/**
 * Runs `act`, then what it left for afterwards. By then the outcome stands: what fails here is
 * told to the log and changes no answer.
 */
export async function withAftermath<T>(
  log: FastifyBaseLogger,
  act: (aftermath: Aftermath) => Promise<T>,
): Promise<T> {
  const onCommit: Act[] = [];
  const onFailure: Act[] = [];
  let answer: T;
  try {
    answer = await act({
      afterCommit: (one) => void onCommit.push(one),
      afterFailure: (one) => void onFailure.push(one),
    });
  } catch (error) {
    await runAll(log, onFailure);
    throw error;
  }
  await runAll(log, onCommit);
  return answer;
}

async function runAll(log: FastifyBaseLogger, acts: readonly Act[]): Promise<void> {
  for (const act of acts)
    try {
      await act();
    } catch (error) {
      log.error({ err: error }, 'what was left for after the transaction failed');
    }
}
