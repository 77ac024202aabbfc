import type pg from 'pg';

export type Hold = {
  /** Aborted when the connection broke that held the lock: another process may have it by now. */
  lost: AbortSignal;
  release: () => Promise<void>;
};

/**
 * Takes the lock of a job, or returns null where another process holds it.
 *
 * It is a session-level advisory lock on a connection that does nothing else while the job runs.
 * When this process ends, however it ends, its connection closes and the lock is free. A lock of a
 * transaction would end in the same way, but its transaction would have to stay open as long as the
 * job runs: a long one would keep the database from clearing dead rows, and a call to the outside
 * would be made within it.
 */
export async function takeJobLock(pool: pg.Pool, name: string): Promise<Hold | null> {
  const client = await pool.connect();
  try {
    // A machine that is gone without a word must not hold the lock for the two hours after which
    // Linux notices by itself.
    const { rows } = await client.query<{ taken: boolean }>(
      `select set_config('tcp_keepalives_idle', '30', false),
        set_config('tcp_keepalives_interval', '10', false),
        set_config('tcp_keepalives_count', '3', false),
        pg_try_advisory_lock(hashtextextended($1, 0)) as taken`,
      [lockName(name)],
    );
    if (rows[0]?.taken) return holdOn(client, name);
    client.release();
    return null;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

const lockName = (name: string) => `background job ${name}`;

function holdOn(client: pg.PoolClient, name: string): Hold {
  const lost = new AbortController();
  const lose = () => lost.abort(new Error('The connection that held the lock of this job broke.'));
  client.once('end', lose);
  return {
    lost: lost.signal,
    release: async () => {
      client.off('end', lose);
      try {
        await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [lockName(name)]);
        client.release();
      } catch {
        // Closed, which gives the lock back as well.
        client.release(true);
      }
    },
  };
}
