import type pg from 'pg';

export type Hold = {
  /**
   * Aborted when the connection that held the lock broke: another process may hold the lock by now.
   */
  lost: AbortSignal;
  release: () => Promise<void>;
};

/**
 * Takes the lock of a job, or returns null when another process holds it.
 *
 * It is a session-level advisory lock on a connection that does nothing else while the job runs.
 * When this process ends, however it ends, its connection closes and the lock is free. A lock bound
 * to a transaction would be freed too, but its transaction would have to stay open as long as the
 * job runs. A long transaction keeps PostgreSQL from clearing dead rows, and calls to other servers
 * would happen within it.
 */
export async function takeJobLock(pool: pg.Pool, name: string): Promise<Hold | null> {
  const client = await pool.connect();
  try {
    // A machine that disappears without closing its connection would otherwise hold the lock for
    // two hours, until Linux notices.
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
        // Closes the connection, which releases the lock as well.
        client.release(true);
      }
    },
  };
}
