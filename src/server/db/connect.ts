import { Socket } from 'node:net';

import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';

import { StartError } from '#server/start-error.ts';
import type { Database } from './schema.ts';

/** A server by its URL, or the embedded one by its socket. */
export type Connection =
  { connectionString: string } | { host: string; port: number; user: string; database: string };

export type OpenDatabase = {
  db: Kysely<Database>;
  /** The same database through a pool of its own, for reports and exports. */
  reports: Kysely<Database>;
  /** The same for upkeep, whose work may wait and take its time: giving the database its shape, a backup. */
  upkeep: Kysely<Database>;
  /** The pools below `db`, `reports` and `upkeep`. */
  pool: pg.Pool;
  reportPool: pg.Pool;
  upkeepPool: pg.Pool;
  /** Closes the pools, after what is under way. */
  close: () => Promise<void>;
};

/**
 * Opens nothing yet: a pool connects at its first query. `log` gets a line when a connection is
 * lost, which the pool then replaces by itself.
 *
 * Ten connections are enough for hundreds of callers, and more make the slowest ones slower. Three
 * apart let reports and exports take their time without keeping a request waiting.
 *
 * A request that waits for another's lock gives up after `lockTimeout` milliseconds and is asked to
 * come again: it holds a connection all the while, and ten such would stop everybody. So does a
 * transaction in which nothing happens any more. A connection on which nothing came or went for
 * `silence` milliseconds while it was in use is given up: its host may be gone without a word.
 */
export function openDatabase(
  connection: Connection,
  log: (line: string) => void = () => {},
  { lockTimeout = 5_000, silence = 30_000 } = {},
): OpenDatabase {
  let isClosing = false;
  // A pool does not wait until its connections have closed: that the server cut one is then no news.
  const lost = (line: string) => isClosing || log(line);
  const pool = createPool(connection, 10, lost, {
    lock_timeout: lockTimeout,
    idle_in_transaction_session_timeout: 60_000,
    stream: () => givingUpAfter(silence),
  });
  // A report may compute for long before its first row; a proxy waits for it no longer than this.
  const reportPool = createPool(connection, 3, lost, {
    lock_timeout: lockTimeout,
    stream: () => givingUpAfter(4 * silence),
  });
  const upkeepPool = createPool(connection, 3, lost);
  return {
    db: createDb(pool),
    reports: createDb(reportPool),
    upkeep: createDb(upkeepPool),
    pool,
    reportPool,
    upkeepPool,
    close: async () => {
      isClosing = true;
      await Promise.all([pool.end(), reportPool.end(), upkeepPool.end()]);
    },
  };
}

/**
 * Cutting the connection, unlike a limit on a query, never leaves one in the pool that still waits
 * for its last answer. The pool itself closes what is idle long before.
 */
function givingUpAfter(silence: number): Socket {
  const socket = new Socket();
  return socket.setTimeout(silence, () =>
    socket.destroy(new Error(`Connection terminated: silent for ${silence / 1000} seconds`)),
  );
}

/** Names in camel case, as `schema.ts` has them, but JSON values as they were stored. */
function createDb(pool: pg.Pool): Kysely<Database> {
  pool.on('connect', answerByCallback);
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
}

/**
 * The promise that the driver itself makes of a query keeps rows of the queries before it from being
 * collected while they are young. Where one query follows another, as for a long list, a fifth of
 * all rows was moved to the old part of the heap: 100 MB more memory, and half as many rows a
 * second. A promise around its callback does not. Kysely always sends a text and its values.
 */
function answerByCallback(client: pg.PoolClient): void {
  const query: (...given: unknown[]) => unknown = client.query.bind(client);
  Object.assign(client, {
    query: (...given: unknown[]) =>
      given.length === 2
        ? new Promise((resolve, reject) => {
            query(...given, (error: Error | null, result: unknown) =>
              error ? reject(error) : resolve(result),
            );
          })
        : query(...given),
  });
}

function createPool(
  connection: Connection,
  max: number,
  log: (line: string) => void,
  limits: Pick<
    pg.PoolConfig,
    'lock_timeout' | 'idle_in_transaction_session_timeout' | 'stream'
  > = {},
): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    ...limits,
    max,
    types: { getTypeParser },
    application_name: 'bellwether',
    // Compiling a query takes longer than any of ours, and a server of others may do it.
    options: '-c jit=off',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  // Without a listener on the pool and on every client, also on those checked out, a restart of
  // the database would end our process.
  pool.on('connect', (client) => {
    client.once('error', (error: Error) => log(`A database connection was lost: ${error.message}`));
    // One that the server ends tells it twice.
    client.on('error', () => {});
  });
  // The error of an idle client was logged by that client's own listener.
  pool.on('error', () => {});
  return pool;
}

const { builtins } = pg.types;
const usualParser = pg.types.getTypeParser as (
  oid: number,
  format: string,
) => (text: string) => unknown;
const readMoment = usualParser(builtins.TIMESTAMPTZ, 'text') as (text: string) => Date;

/** How values come out of the database; types that are not here come as `pg` has them. */
const parsers = new Map<number, (text: string) => unknown>([
  // Counts and sums. Beyond 2^53 it would be another number than the stored one.
  [builtins.INT8, readSafeInteger],
  [builtins.NUMERIC, Number],
  // A day has no time zone (rule 37): a Date would shift it.
  [builtins.DATE, (text) => text],
  // Moments are UTC on the wire, as 2026-03-31T09:00:00.000Z.
  [builtins.TIMESTAMPTZ, (text) => readMoment(text).toISOString()],
]);

/**
 * Given to each pool: `pg.types.setTypeParser` would change every other user of `pg` in the process.
 */
function getTypeParser(oid: number, format = 'text') {
  const parser = format === 'text' ? parsers.get(oid) : undefined;
  return parser ?? usualParser(oid, format);
}

function readSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`);
  return value;
}

/** Refuses a server that does not know what the migrations use. */
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

/** Refuses a database that cannot hold every letter that people write. */
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
 * Refuses a server that could lose what it acknowledged. Ours has these on by its command line;
 * another one (DATABASE_URL) must have them too, for our connections.
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
