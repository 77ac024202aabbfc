import type { GuardedProcess } from './guarded-process.ts';

/**
 * A database that ends more often than this within a minute is broken, and restarting does not
 * help.
 */
const mostRestarts = 5;
const aMinute = 60_000;

export type KeptRunning = {
  /** Resolves when the database has ended and will not be started again. */
  ended: Promise<void>;
  /** Stops the database for good. Resolves when it has ended. */
  stop: () => Promise<void>;
};

/**
 * Starts the database again each time it ends without being told to, until `stop` is called. It
 * gives up when a start fails, or when the database has ended more than five times within a minute.
 *
 * `start` stops what is left of the former database and starts the next; `end` stops a running one.
 */
export function keepRunning(
  first: GuardedProcess,
  start: () => Promise<GuardedProcess>,
  end: (server: GuardedProcess) => Promise<void>,
  log: (line: string) => void,
): KeptRunning {
  let server = first;
  let isStopping = false;
  const restarts: number[] = [];

  const watch = async () => {
    for (;;) {
      await server.ended;
      if (isStopping) return;
      const now = performance.now();
      restarts.push(now);
      if (restarts.filter((at) => now - at < aMinute).length > mostRestarts) return;
      log('The database ended by itself. Starting it again…');
      server = await start();
      // `stop` was called during the start, so it has not stopped this new one.
      if (isStopping) return await end(server);
      log('The database runs again.');
    }
  };
  const ended = watch().catch((error: unknown) => log(String(error)));
  return {
    ended,
    stop: async () => {
      isStopping = true;
      await end(server);
      await ended;
    },
  };
}
