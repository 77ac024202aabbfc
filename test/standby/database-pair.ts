import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import pg from 'pg';

import { findBinaries } from '#server/embedded/find-binaries.ts';
import { runGuarded, type GuardedProcess } from '#server/embedded/guarded-process.ts';
import { openLog, type Log } from '#server/embedded/log.ts';
import { makeCluster } from '#server/embedded/make-cluster.ts';
import { preparePlace, type Place } from '#server/embedded/place.ts';

/** A PostgreSQL server of the packages, as an operator runs one: with a network of standbys. */
type Server = {
  place: Place;
  /** Runs statements as the superuser. */
  run: <Row extends pg.QueryResultRow>(text: string) => Promise<Row[]>;
  /** Ends it like a power cut. */
  kill: () => Promise<void>;
};

/** Two servers, of which the second follows the first, behind one address that can be switched. */
export type DatabasePair = {
  first: Server;
  second: Server;
  /** The URL by the address that leads to the first server, and after a failover to the second. */
  url: string;
  /** The URL of each server itself. */
  urlOf: (server: Server) => string;
  /** Lets commits wait for the second server, or not. */
  setSynchronous: (isSynchronous: boolean) => Promise<void>;
  /** Stops the second server from receiving what the first one writes, or lets it receive again. */
  setReceiving: (isReceiving: boolean) => Promise<void>;
  /**
   * Kills the first server, closes all connections to it, promotes the second one, and switches the address to
   * that.
   */
  failOver: () => Promise<void>;
  close: () => Promise<void>;
};

const settings = {
  listen_addresses: '',
  shared_buffers: '64MB',
  max_connections: '100',
  wal_level: 'replica',
  max_wal_senders: '5',
  wal_keep_size: '128MB',
  // So that a standby whose connection was stopped comes back soon.
  wal_retrieve_retry_interval: '100ms',
  log_min_messages: 'log',
};

/** Starts both servers, with an empty database that an ordinary role owns. */
export async function startPair(): Promise<DatabasePair> {
  const home = await mkdtemp(join(tmpdir(), 'bellwether-pair-'));
  // The second server's account reaches the first one's socket in it.
  await chmod(home, 0o755);
  const places = await Promise.all(
    ['first', 'second'].map((name) => preparePlace(join(home, name), () => {})),
  );
  const [at, behind] = places as [Place, Place];
  const logs = await Promise.all(places.map((place) => openLog(place, () => {})));
  const binaries = await findBinaries(undefined, at.base, at.account);
  await makeCluster(at, binaries.initdb, logs[0]!);
  const first = await startServer(at, binaries.postgres, logs[0]!);
  await first.run('create role bellwether login');
  await first.run('create database bellwether owner bellwether');
  await copyCluster(first, behind);
  const following = `host=${at.sockets} user=app application_name=second`;
  await writeFile(
    join(behind.cluster, 'postgresql.auto.conf'),
    `primary_conninfo = '${following}'`,
  );
  await writeFile(join(behind.cluster, 'standby.signal'), '');
  await giveTo(behind);
  const second = await startServer(behind, binaries.postgres, logs[1]!);
  await until(first, `select from pg_stat_replication where state = 'streaming'`);
  const road = await openRoad(at);
  const set = async (server: Server, setting: string) => {
    await server.run(`alter system set ${setting}`);
    await server.run('select pg_reload_conf()');
  };
  return {
    first,
    second,
    url: `postgres://bellwether@127.0.0.1:${road.port}/bellwether`,
    urlOf: ({ place }) =>
      `postgres:///bellwether?${new URLSearchParams({ host: place.sockets, user: 'bellwether' }).toString()}`,
    setSynchronous: async (isSynchronous) => {
      await set(first, `synchronous_standby_names = '${isSynchronous ? 'second' : ''}'`);
      const state = isSynchronous ? 'sync' : 'async';
      await until(first, `select from pg_stat_replication where sync_state = '${state}'`);
    },
    setReceiving: async (isReceiving) => {
      await set(second, `primary_conninfo = '${isReceiving ? following : ''}'`);
      const count = isReceiving ? 1 : 0;
      await until(first, `select where (select count(*) from pg_stat_replication) = ${count}`);
    },
    failOver: async () => {
      await first.kill();
      road.cut();
      await second.run('select pg_promote()');
      road.leadTo(behind);
    },
    close: async () => {
      road.close();
      await Promise.all([first.kill(), second.kill()]);
      await Promise.all(logs.map((log) => log.close()));
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function startServer(place: Place, command: string, log: Log): Promise<Server> {
  const pairs = Object.entries({
    ...settings,
    unix_socket_directories: place.socketsAsSeen,
    cluster_name: place.name,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server: GuardedProcess = await runGuarded({
    command,
    args: ['-D', place.clusterAsSeen, ...pairs],
    endSignal: 'KILL',
    cwd: place.cluster,
    account: place.account,
    logFile: log.file.fd,
  });
  const run = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> => {
    const client = new pg.Client({ host: place.sockets, user: 'app', database: 'postgres' });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  };
  await within(20_000, () => run('select'), log);
  return {
    place,
    run,
    kill: async () => {
      server.kill('SIGKILL');
      await server.ended;
    },
  };
}

/** Repeats `act` until it succeeds. Throws with the server's messages when the time is up. */
async function within(milliseconds: number, act: () => Promise<unknown>, log?: Log): Promise<void> {
  const end = Date.now() + milliseconds;
  for (;;) {
    try {
      return void (await act());
    } catch (cause) {
      if (Date.now() > end) throw new Error(log ? await log.readFrom(0) : 'Too late', { cause });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Waits until the query returns a row. */
async function until(server: Server, query: string): Promise<void> {
  await within(20_000, async () => {
    if ((await server.run(query)).length === 0) throw new Error(`Not yet: ${query}`);
  });
}

/**
 * Copies a running cluster, as PostgreSQL's documentation describes for a backup without its tools:
 * the packages have no `pg_basebackup`. One session begins and ends the backup. The write-ahead log
 * is left out, because the second server fetches it from the first.
 */
async function copyCluster(from: Server, to: Place): Promise<void> {
  const client = new pg.Client({ host: from.place.sockets, user: 'app', database: 'postgres' });
  await client.connect();
  await client.query("select pg_backup_start('second', true)");
  await promisify(execFile)('cp', ['-R', from.place.cluster, to.cluster]);
  const { rows } = await client.query<{ labelfile: string }>(
    'select labelfile from pg_backup_stop(false)',
  );
  await client.end();
  await rm(join(to.cluster, 'postmaster.pid'), { force: true });
  const log = join(to.cluster, 'pg_wal');
  for (const name of await readdir(log))
    if (!['archive_status', 'summaries'].includes(name)) await rm(join(log, name));
  await writeFile(join(to.cluster, 'backup_label'), rows[0]!.labelfile);
}

async function giveTo({ cluster, account }: Place): Promise<void> {
  await chmod(cluster, 0o700);
  if (account) await promisify(execFile)('chown', ['-R', `${account.uid}:${account.gid}`, cluster]);
}

/** Opens an address that leads to a server, as a virtual address or a proxy of TCP does. */
async function openRoad(start: Place) {
  const sockets = new Set<Socket>();
  let target: Place | null = start;
  const road = createServer((near) => {
    if (!target) return void near.destroy();
    const far = connect(`${target.sockets}/.s.PGSQL.5432`);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far);
    far.pipe(near);
  }).listen(0, '127.0.0.1');
  await once(road, 'listening');
  const cut = () => {
    target = null;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (road.address() as AddressInfo).port,
    cut,
    leadTo: (place: Place) => void (target = place),
    close: () => {
      cut();
      road.close();
    },
  };
}
