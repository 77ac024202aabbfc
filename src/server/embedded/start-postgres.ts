import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import { StartError } from '#server/start-error.ts';
import { findBinaries } from './find-binaries.ts';
import { runGuarded, type GuardedProcess } from './guarded-process.ts';
import { holdFolder } from './hold-folder.ts';
import { keepRunning } from './keep-running.ts';
import { openLog, type Log } from './log.ts';
import { makeCluster } from './make-cluster.ts';
import { isInhabited, preparePlace, type Place } from './place.ts';
import { toArguments } from './settings.ts';
import { stopLeftovers } from './stop-leftovers.ts';

/** How to reach the database, in the form `pg` takes: the host is the folder of the Unix socket. */
export type EmbeddedConnection = {
  host: string;
  port: 5432;
  user: 'app';
  database: 'bellwether';
};

const asOwner = { port: 5432, user: 'app', database: 'bellwether' } as const;

export type EmbeddedPostgres = {
  connection: EmbeddedConnection;
  /** Resolves when the database has ended: it was stopped, or could not be started again. */
  ended: Promise<void>;
  /** Stops the database and waits until it has ended. Can be called more than once. */
  stop: () => Promise<void>;
};

/**
 * Starts the embedded PostgreSQL on the data folder, and makes its cluster first if there is none.
 * Resolves when it accepts connections. It ends with us, however we end; see `guarded-process.ts`.
 * When it ends on its own, it is started again, and connections fail until then.
 *
 * `log` gets short lines for the person who started the server. PostgreSQL's own messages are in
 * `postgres/postgres.log` below the data folder.
 */
export async function startPostgres(options: {
  dataDir: string;
  binDir?: string | undefined;
  log: (line: string) => void;
}): Promise<EmbeddedPostgres> {
  const place = await preparePlace(options.dataDir, options.log);
  const release = await holdFolder(place.sockets, options.log);
  const log = await openLog(place, options.log);
  let server: GuardedProcess | undefined;
  const close = async () => {
    await release();
    await log.close();
  };
  try {
    const binaries = await findBinaries(options.binDir, place.base, place.account);
    await stopLeftovers(place, options.log);
    await makeCluster(place, binaries.initdb, log);
    server = await launch(place, binaries.postgres, log);
    const connection = { ...asOwner, host: place.sockets };
    await ensureDatabase(connection);
    const startAgain = async () => {
      await stopLeftovers(place, () => {});
      return launch(place, binaries.postgres, log);
    };
    const kept = keepRunning(server, startAgain, end, options.log);
    let stopped: Promise<void> | undefined;
    return { connection, ended: kept.ended, stop: () => (stopped ??= kept.stop().then(close)) };
  } catch (error) {
    if (server) await end(server);
    await close();
    throw error;
  }
}

/** Returns how to reach the database of this data folder; null when no server runs it. */
export async function findRunning(dataDir: string): Promise<EmbeddedConnection | null> {
  if (!(await isInhabited(dataDir))) return null;
  const { sockets } = await preparePlace(dataDir, () => {});
  const connection = { ...asOwner, host: sockets };
  const client = new pg.Client(connection);
  try {
    await client.connect();
    await client.end();
    return connection;
  } catch {
    return null;
  }
}

/** The milliseconds for which a start is retried while something else still holds the cluster. */
const patience = 15_000;

const isStillHeld = /lock file ".*" already exists|pre-existing shared memory/;

async function launch(place: Place, postgres: string, log: Log): Promise<GuardedProcess> {
  const until = Date.now() + patience;
  for (;;) {
    const from = await log.end();
    const server = await runGuarded({
      command: postgres,
      args: toArguments(place),
      endSignal: 'INT',
      cwd: place.cluster,
      account: place.account,
      logFile: log.file.fd,
    });
    if (await isReady(server, place.cluster, log)) return server;
    server.release();
    const messages = await log.readFrom(from);
    if (!isStillHeld.test(messages) || Date.now() > until)
      throw new StartError(`The database did not start:\n${messages}`);
    await sleep(100);
  }
}

/**
 * Waits until PostgreSQL is ready, however long that takes: after a crash it first reads its
 * write-ahead log. Returns false when PostgreSQL ended instead. Like `pg_ctl`, it reads in
 * PostgreSQL's lock file whether it is ready.
 */
async function isReady(server: GuardedProcess, cluster: string, log: Log): Promise<boolean> {
  let hasEnded = false;
  void server.ended.then(() => (hasEnded = true));
  const start = Date.now();
  let told = false;
  while (!hasEnded) {
    const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split(
      '\n',
    );
    // The lock file may be that of an earlier process.
    if (Number(lines[0]) === server.pid && lines[7]?.startsWith('ready')) return true;
    if (!told && Date.now() - start > 3000) {
      log.line('The database is recovering from a crash…');
      told = true;
    }
    await sleep(10);
  }
  return false;
}

async function ensureDatabase(connection: EmbeddedConnection): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      connection.database,
    ]);
    if (rowCount === 0) await client.query(`create database ${connection.database}`);
  } finally {
    await client.end();
  }
}

/**
 * Stops PostgreSQL: a fast shutdown, then an immediate one, then a kill, about eight seconds in
 * all. None of them loses anything that was acknowledged.
 */
async function end(server: GuardedProcess): Promise<void> {
  let hasEnded = false;
  const ended = server.ended.then(() => (hasEnded = true));
  server.release();
  for (const [milliseconds, signal] of [
    [5000, 'SIGQUIT'],
    [2000, 'SIGKILL'],
    [1000, undefined],
  ] as const) {
    const giveUp = new AbortController();
    await Promise.race([
      ended,
      sleep(milliseconds, undefined, { signal: giveUp.signal }).catch(() => {}),
    ]);
    giveUp.abort();
    if (hasEnded) return;
    if (signal) server.kill(signal);
  }
}
