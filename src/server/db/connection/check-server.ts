import type pg from 'pg';

import { StartError } from '#server/start-error.ts';
import { onlyRow } from '#server/db/statements/only-row.ts';

/** Throws when the server is too old for what the migrations use. */
export async function checkVersion(pool: pg.Pool, oldest = 15): Promise<void> {
  const { rows } = await pool.query<{ number: string; name: string }>(
    "select current_setting('server_version_num') number, current_setting('server_version') name",
  );
  const [version] = rows;
  if (version === undefined || Number(version.number) >= oldest * 10_000) return;
  throw new StartError(
    `DATABASE_URL: that server is PostgreSQL ${version.name}, and ${oldest} or newer is needed.`,
  );
}

/** Throws when the database's encoding cannot store every letter that people write. */
export async function checkEncoding(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    "select current_setting('server_encoding') name",
  );
  const [encoding] = rows;
  if (encoding?.name === 'UTF8') return;
  throw new StartError(
    `DATABASE_URL: that database is in ${encoding?.name}, and UTF8 is needed: create it with ` +
      "encoding 'UTF8' and template template0.",
  );
}

/**
 * Throws when the server could lose what it acknowledged. The embedded server gets these settings
 * on its command line. A server of DATABASE_URL must have them on for our connections.
 */
export async function checkDurability(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from pg_settings
     where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'
     order by name`,
  );
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name).join(' and ');
  throw new StartError(
    `DATABASE_URL: that server has ${names} off, so it could lose answers that it said it had ` +
      'stored. Turn it on there, then start again.',
  );
}

export type Loss = { line: string; kind: 'info' | 'warn' };

type Standbys = {
  /** True when commits wait for a standby by the server's settings. */
  isNamed: boolean;
  /** The `synchronous_commit` of our connections. */
  waits: string;
  /** The standbys that are connected. Any role can count them; who they are takes `pg_monitor`. */
  connected: number;
};

/**
 * Returns what a failover from this server would lose, as a line for the person who starts the server; null when
 * the server has no standby.
 *
 * A commit waits for a standby when `synchronous_standby_names` names one and `synchronous_commit`
 * is not `local`. Then everything that was acknowledged is on the standby too. While no such standby
 * is connected, a commit waits, and this start with it.
 */
export async function describeFailover(pool: pg.Pool): Promise<Loss | null> {
  const { rows } = await pool.query<Standbys>(
    `select current_setting('synchronous_standby_names') <> '' as "isNamed",
       current_setting('synchronous_commit') as waits,
       (select count(*)::int from pg_stat_replication
        where application_name not in ('pg_basebackup', 'pg_receivewal')) as connected`,
  );
  const { isNamed, waits, connected } = onlyRow(rows);
  if (isNamed && waits !== 'local')
    return connected > 0
      ? {
          line: 'The database has a synchronous standby: a failover to it loses nothing that was acknowledged.',
          kind: 'info',
        }
      : {
          line: 'The database waits for a synchronous standby, and none is connected: no write ends until one is.',
          kind: 'warn',
        };
  if (connected === 0 && !isNamed) return null;
  return {
    line:
      'The database has a standby that is asynchronous: a failover to it loses the last moments. ' +
      'Devices send their interviews again; what people did elsewhere is lost. ' +
      'docs/operations.md says how to make it synchronous.',
    kind: 'warn',
  };
}
