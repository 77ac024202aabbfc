import { setTimeout as sleep } from 'node:timers/promises';

import type { PostgresPool } from 'kysely';
import type pg from 'pg';

import { onlyRow } from '#server/db/statements/only-row.ts';

/** The pools of the first server, which takes the writes, and where to log. */
type First = { pool: pg.Pool; reportPool: pg.Pool; log: (line: string) => void };

/** The milliseconds that a report waits for the replica to catch up. */
const patience = 500;
/** The milliseconds for which reports read from the first server after the replica was no use. */
const pause = 5_000;

/**
 * Returns a pool for reports and exports, whose connections lead to the replica, or to the first server while the
 * replica is no use.
 *
 * A replica lags: it may not have what a person stored a moment ago. But a report must show everything that was
 * stored before somebody called for it. So for each connection, the pool reads from the first server how far its
 * write-ahead log was flushed, and waits until the replica has replayed that much. All that was acknowledged lies
 * before that point, so nobody can see from which server they read.
 *
 * | the replica                                 | the report reads from         |
 * | ------------------------------------------- | ----------------------------- |
 * | has replayed as much                        | the replica                   |
 * | does so within half a second                | the replica                   |
 * | does not                                    | the first, and the next 5 s   |
 * | does not answer, or its connections are busy | the first, and the next 5 s  |
 * | is no replica any more                      | the first: another may follow |
 */
export function readFromReplica(
  replicaPool: pg.Pool,
  { pool, reportPool, log }: First,
): PostgresPool {
  let why = '';
  let notBefore = 0;
  const note = (reason: string) => {
    if (reason !== '') notBefore = performance.now() + pause;
    if (reason === why) return;
    why = reason;
    log(
      reason === ''
        ? 'The replica of DATABASE_READ_URL reads reports again.'
        : `The replica of DATABASE_READ_URL ${reason}, so DATABASE_URL reads reports.`,
    );
  };

  const connectToReplica = async (): Promise<pg.PoolClient | null> => {
    if (performance.now() < notBefore) return null;
    const { rows } = await pool.query<{ lsn: string }>(
      'select pg_current_wal_flush_lsn()::text as lsn',
    );
    let client: pg.PoolClient | undefined;
    try {
      client = await replicaPool.connect();
      const reason = await whyBehind(client, onlyRow(rows).lsn);
      note(reason);
      if (reason === '') return client;
      client.release();
    } catch (error) {
      client?.release(true);
      note(`is away (${(error as Error).message})`);
    }
    return null;
  };

  return {
    options: {},
    connect: async () => (await connectToReplica()) ?? reportPool.connect(),
    end: async () => {},
  };
}

/** Waits until the replica has replayed this much. Returns '' then, or why it has not. */
async function whyBehind(client: pg.PoolClient, lsn: string): Promise<string> {
  const until = performance.now() + patience;
  for (;;) {
    const { rows } = await client.query<{ follows: boolean; has: boolean }>(
      `select pg_is_in_recovery() as follows,
         coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as has`,
      [lsn],
    );
    const [state] = rows;
    if (!state?.follows) return 'follows nobody';
    if (state.has) return '';
    if (performance.now() > until) return 'is behind';
    await sleep(10);
  }
}
