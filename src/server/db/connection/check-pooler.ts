import type pg from 'pg';

import { StartError } from '#server/start-error.ts';
import { onlyRow } from '#server/db/statements/only-row.ts';
import { onOneClient } from '#server/db/statements/transaction.ts';

/** The pools of `openDatabase`. */
type Pools = { pool: pg.Pool; upkeepPool: pg.Pool };

/**
 * Throws when there is a pooler between us and the database that would break us later. The problem: a
 * pooler in transaction mode gives each transaction any connection of the server. What belongs to a
 * session is then lost, or found by somebody else.
 *
 * | what we use             | behind a pooler                       | so                               |
 * | ----------------------- | ------------------------------------- | -------------------------------- |
 * | locks of a session      | released on another connection: stuck | DATABASE_DIRECT_URL is needed    |
 * | limits at connecting    | refused, or silently dropped          | the role has them, checked here  |
 * | prepared statements     | unknown to the next connection        | the pooler keeps them, tried here |
 *
 * `hasDirect` is true when DATABASE_DIRECT_URL is set.
 */
export async function checkPooler({ pool, upkeepPool }: Pools, hasDirect: boolean): Promise<void> {
  if (!hasDirect) {
    if (await isPooled(pool)) throw needsDirect();
    return;
  }
  if (await isPooled(upkeepPool))
    throw new StartError(
      'DATABASE_DIRECT_URL leads through a pooler: it must name the PostgreSQL server itself.',
    );
  await requireSameDatabase(pool, upkeepPool);
  await requireLimits(pool);
  await requirePrepared(pool);
}

const needsDirect = () =>
  new StartError(
    'DATABASE_URL leads through a pooler: set DATABASE_DIRECT_URL to the address of the PostgreSQL ' +
      'server itself too, as docs/operations.md says.',
  );

/**
 * Returns whether the connection leads to a pooler. A pooler refuses the settings that we bring, or gives each client
 * a process id that it made up, so that the client can cancel its query whichever connection runs it.
 */
async function isPooled(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect().catch((error: Error) => {
    if (/unsupported startup parameter/.test(error.message)) return null;
    throw error;
  });
  if (!client) return true;
  try {
    return (client as { processID?: number }).processID !== (await readPid(client));
  } finally {
    client.release();
  }
}

async function readPid(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return onlyRow(rows).pid;
}

/** Throws when the two addresses lead to different databases: one would be migrated, the other used. */
async function requireSameDatabase(pool: pg.Pool, upkeepPool: pg.Pool): Promise<void> {
  const direct = await upkeepPool.connect();
  try {
    const { rows: own } = await direct.query<{ pid: number; since: string }>(
      `select pid, backend_start::text as since from pg_stat_activity
       where pid = pg_backend_pid()`,
    );
    const { rows: seen } = await pool.query(
      `select from pg_stat_activity
       where pid = $1 and backend_start = $2::timestamptz and datname = current_database()`,
      [own[0]?.pid, own[0]?.since],
    );
    if (seen.length === 1) return;
  } finally {
    direct.release();
  }
  throw new StartError('DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.');
}

/** The settings that the role must have, because the pooler drops what we set ourselves. */
const limits = {
  lock_timeout: { wanted: '5s', isRight: (value: string) => value !== '0' },
  idle_in_transaction_session_timeout: {
    wanted: '1min',
    isRight: (value: string) => value !== '0',
  },
  jit: { wanted: 'off', isRight: (value: string) => value === 'off' },
  timezone: { wanted: 'UTC', isRight: (value: string) => value === 'UTC' },
};

async function requireLimits(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string; setting: string; role: string; on: string }>(
    `select lower(name) as name, setting, quote_ident(current_user) as role,
       quote_ident(current_database()) as on
     from pg_settings where lower(name) = any($1) order by name`,
    [Object.keys(limits)],
  );
  const wrong = rows.filter(
    ({ name, setting }) => !limits[name as keyof typeof limits].isRight(setting),
  );
  if (wrong.length === 0) return;
  const statements = wrong.map(
    ({ name, role, on }) =>
      `alter role ${role} in database ${on} set ${name} = '${limits[name as keyof typeof limits].wanted}';`,
  );
  throw new StartError(
    'DATABASE_URL leads through a pooler, so the role needs these settings (then have the pooler ' +
      `reconnect):\n  ${statements.join('\n  ')}`,
  );
}

/**
 * Throws when a prepared statement is unknown on another connection of the server, or known there
 * as somebody else's.
 *
 * One client prepares a statement. Another begins a transaction, which takes the connection that
 * was used last. So when the first one uses its statement again, it gets another connection. In
 * session mode it keeps its own, where the statement is.
 */
async function requirePrepared(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  const ask = () => client.query({ name: 'bellwether start', text: 'select 1' });
  try {
    await ask();
    await onOneClient(pool, async (other) => {
      await readPid(other);
      await ask();
    });
  } catch (error) {
    const isLost = ['26000', '42P05'].includes((error as pg.DatabaseError).code ?? '');
    if (!isLost) throw error;
    throw new StartError(
      'DATABASE_URL leads through a pooler that does not keep prepared statements in transaction ' +
        'mode: use PgBouncer 1.21 or newer with max_prepared_statements above 0, or its session mode.',
      { cause: error },
    );
  } finally {
    client.release(true);
  }
}
