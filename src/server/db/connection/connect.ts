import { Socket } from 'node:net';

import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';

import type { Database } from '#server/db/schema/schema.ts';

import { readFromReplica } from './read-replica.ts';

/** How to reach a database: a server by its URL, or the embedded one by its socket. */
export type Connection =
  { connectionString: string } | { host: string; port: number; user: string; database: string };

export type OpenDatabase = {
  db: Kysely<Database>;
  /** For reports and exports: the same database through a pool of its own, or its replica. */
  reports: Kysely<Database>;
  /**
   * The same database for upkeep, such as migrations and backups, which may wait for locks and take
   * long.
   */
  upkeep: Kysely<Database>;
  /** The pools used by `db`, `reports` and `upkeep`. */
  pool: pg.Pool;
  reportPool: pg.Pool;
  upkeepPool: pg.Pool;
  /** Waits for running queries, then closes the pools. */
  close: () => Promise<void>;
};

type Limits = Pick<pg.PoolConfig, 'lock_timeout' | 'idle_in_transaction_session_timeout'>;

/** What our connections set for themselves. */
const ownSettings = {
  // Compiling a query takes longer than running any of ours, and a server that we do not configure
  // may have this on. In UTC, moments need no conversion (see `readMoment`).
  options: '-c jit=off -c timezone=UTC',
};

/** Where else the database can be reached, and how long its connections wait. */
type Ways = {
  /** The server itself, when the connection leads to a pooler before it. */
  direct?: Connection | undefined;
  /** A replica that reads reports and exports. */
  replica?: Connection | undefined;
  lockTimeout?: number;
  silence?: number;
};

/**
 * Creates the pools. Nothing connects yet: a pool connects at its first query. `log` gets a line
 * when a connection is lost; the pool then replaces it.
 *
 * Ten connections are enough for hundreds of callers, and more would make the slowest calls slower.
 * Reports and exports have three of their own, so that they can take long without holding up
 * requests.
 *
 * A request that waits longer than `lockTimeout` milliseconds for another's lock fails, and the
 * caller is told to try again. It holds a connection while it waits, and ten such requests would
 * stop everybody. A transaction in which nothing happens any more would do the same, and is ended
 * for the same reason. A connection in use on which no data moved for `silence` milliseconds is
 * closed: its host may have disappeared.
 *
 * A pooler refuses or drops these limits when a connection brings them. With `direct`, the role has
 * them instead (see `check-pooler.ts`), and upkeep goes past the pooler: its locks belong to a
 * session, which a pooler changes with every transaction.
 */
export function openDatabase(
  connection: Connection,
  log: (line: string) => void = () => {},
  { direct, replica, lockTimeout = 5_000, silence = 30_000 }: Ways = {},
): OpenDatabase {
  let isClosing = false;
  // A pool ends before its connections have closed. If the server then cuts such a connection, that
  // needs no log line.
  const lost = (line: string) => void (isClosing || log(line));
  const own = (limits: Limits) => (direct === undefined ? { ...ownSettings, ...limits } : {});
  const pool = createPool(connection, lost, {
    max: 10,
    stream: () => givingUpAfter(silence),
    ...own({ lock_timeout: lockTimeout, idle_in_transaction_session_timeout: 60_000 }),
  });
  const reporting = {
    max: 3,
    // A report may compute for long before its first row. No proxy waits for it longer than this.
    stream: () => givingUpAfter(4 * silence),
  };
  const reportPool = createPool(connection, lost, {
    ...reporting,
    ...own({ lock_timeout: lockTimeout }),
  });
  // Turns the limits off explicitly, because the role may have them for connections through a pooler.
  const unlimited = ' -c lock_timeout=0 -c idle_in_transaction_session_timeout=0';
  const upkeepPool = createPool(direct ?? connection, lost, {
    max: 3,
    // Background jobs run seldom, so their connections close soon. The server has these in addition
    // to those of a pooler.
    idleTimeoutMillis: 1_000,
    options: ownSettings.options + unlimited,
  });
  const replicaPool =
    replica &&
    createPool(replica, lost, { ...reporting, ...ownSettings, connectionTimeoutMillis: 3_000 });
  return {
    db: createDb(pool),
    reports: createDb(
      reportPool,
      replicaPool && readFromReplica(replicaPool, { pool, reportPool, log: lost }),
    ),
    upkeep: createDb(upkeepPool),
    pool,
    reportPool,
    upkeepPool,
    close: async () => {
      isClosing = true;
      await Promise.all([pool.end(), reportPool.end(), upkeepPool.end(), replicaPool?.end()]);
    },
  };
}

/**
 * Returns a socket that closes itself after `silence` milliseconds without data. A limit on the
 * query instead could leave a connection in the pool that still waits for its last reply. The pool
 * closes idle connections long before this limit.
 */
function givingUpAfter(silence: number): Socket {
  const socket = new Socket();
  return socket.setTimeout(silence, () =>
    socket.destroy(new Error(`Connection terminated: silent for ${silence / 1000} seconds`)),
  );
}

/**
 * Creates a Kysely whose names are in camel case, as in `schema.ts`. JSON values keep the names
 * they were stored with.
 */
function createDb(pool: pg.Pool, instead?: PostgresPool): Kysely<Database> {
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool: instead ?? pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
}

/**
 * Wraps the driver's callback in a promise of our own. The driver's own promise keeps the rows of
 * earlier queries alive. When queries follow each other, as for a long list, a fifth of all rows
 * was moved to the old part of the heap: 100 MB more memory, and half as many rows per second.
 * Kysely always passes two arguments, the text and its values.
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
  log: (line: string) => void,
  settings: pg.PoolConfig,
): pg.Pool {
  const pool = new pg.Pool({
    types: { getTypeParser },
    application_name: 'bellwether',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...connection,
    ...settings,
  });
  pool.on('connect', answerByCallback);
  // Without a listener on the pool and on every client, also on those checked out, a restart of the
  // database would end our process.
  pool.on('connect', (client) => {
    client.once('error', (error: Error) => log(`A database connection was lost: ${error.message}`));
    // When the server ends a connection, the client emits a second error.
    client.on('error', () => {});
  });
  // The client's own listener has logged this already.
  pool.on('error', () => {});
  return pool;
}

const { builtins } = pg.types;
const usualParser = pg.types.getTypeParser as (
  oid: number,
  format: string,
) => (text: string) => unknown;
const readDate = usualParser(builtins.TIMESTAMPTZ, 'text') as (text: string) => Date;

/** How values are read from the database. For types that are not listed, `pg` has its own way. */
const parsers = new Map<number, (text: string) => unknown>([
  // For counts and sums. Beyond 2^53 a number would silently differ from the stored one, so this
  // throws.
  [builtins.INT8, readSafeInteger],
  [builtins.NUMERIC, Number],
  // A day has no time zone (rule 37): a Date would shift it.
  [builtins.DATE, (text) => text],
  // Moments are sent as UTC, such as 2026-03-31T09:00:00.000Z.
  [builtins.TIMESTAMPTZ, readMoment],
]);

/**
 * Returns a moment as ISO text in UTC, in milliseconds. The connections are in UTC, so nearly every
 * moment comes as `2026-03-31 09:00:00.123456+00`, and moving its characters takes a tenth of the
 * time that a Date would: lists hold twenty thousand of them.
 */
function readMoment(text: string): string {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00$/.test(text))
    return readDate(text).toISOString();
  const milliseconds = text.slice(20, -3).padEnd(3, '0').slice(0, 3);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}

/**
 * Each pool gets this as its own setting, because `pg.types.setTypeParser` would change every other
 * user of `pg` in the process.
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
