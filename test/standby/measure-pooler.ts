import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';

import { runGuarded } from '#server/embedded/guarded-process.ts';
import { findLost, makeLoadSurvey, writeUntilCut, type RemoteCall } from '#test/load.ts';
import { callWith, cookieFrom, startServerProcess } from '#test/server-process.ts';
import { startPair, type DatabasePair } from './database-pair.ts';

/**
 * `npm run pooler -- --pgbouncer /usr/sbin/pgbouncer`: starts four processes at once on an empty
 * database, without a pooler and three times behind one in transaction mode. Each process then stores
 * responses and reads reports for more callers than it has connections, so without a pooler all of its
 * connections are open. Prints how long the starts took, how many responses were stored in a second, how
 * many connections the server had, and whether anything was lost or a lock left. Behind the pooler it
 * also takes a backup, and restores it into an empty database. Needs a PgBouncer, which does not come
 * with the packages.
 */
const { values } = parseArgs({
  options: { pgbouncer: { type: 'string', default: '/usr/sbin/pgbouncer' } },
});
const processes = 4;
/** The callers of each process, more than its 10 connections for requests and its 3 for reports. */
const callers = { writers: 16, readers: 4 };
/** The number of responses to store in each round. */
const enough = 4_000;
const poolerPort = 16_432;

const pair = await startPair();
const home = await mkdtemp(join(tmpdir(), 'bellwether-pooler-'));
try {
  await measure('without a pooler', { DATABASE_URL: pair.urlOf(pair.first) });
  const stop = await startPooler(pair);
  const settings = {
    DATABASE_URL: `postgres://bellwether@127.0.0.1:${poolerPort}/bellwether`,
    DATABASE_DIRECT_URL: pair.urlOf(pair.first),
  };
  for (const round of [1, 2, 3])
    await tryRestore(await measure(`behind the pooler, ${round}`, settings), settings);
  await stop();
} finally {
  await pair.close();
  await rm(home, { recursive: true, force: true });
}
process.exit();

async function startPooler({ first: { place } }: DatabasePair): Promise<() => Promise<void>> {
  const settings = join(place.base, 'pgbouncer.ini');
  await writeFile(join(place.base, 'users'), '"bellwether" ""\n', { mode: 0o644 });
  await writeFile(
    settings,
    `[databases]
bellwether = host=${place.sockets} port=5432
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${poolerPort}
unix_socket_dir =
auth_type = trust
auth_file = ${join(place.base, 'users')}
pool_mode = transaction
max_prepared_statements = 200
default_pool_size = 10
`,
    { mode: 0o644 },
  );
  const log = await open(join(home, 'pgbouncer.log'), 'w');
  const pooler = await runGuarded({
    command: values.pgbouncer,
    args: [settings],
    endSignal: 'KILL',
    cwd: place.base,
    account: place.account,
    logFile: log.fd,
  });
  return async () => {
    pooler.kill('SIGKILL');
    await pooler.ended;
    await log.close();
  };
}

type Settings = Record<string, string>;

/** Creates the database again. Its role has the settings that a pooler drops. */
async function makeDatabase(): Promise<void> {
  const { run } = pair.first;
  await run('drop database bellwether with (force)');
  await run('create database bellwether owner bellwether');
  for (const limit of [
    "lock_timeout = '5s'",
    "idle_in_transaction_session_timeout = '1min'",
    "jit = 'off'",
    "timezone = 'UTC'",
  ])
    await run(`alter role bellwether in database bellwether set ${limit}`);
}

/** Returns the responses that were acknowledged. */
async function measure(name: string, settings: Settings): Promise<Map<string, number>> {
  const { run } = pair.first;
  await makeDatabase();
  const mostConnections = countConnections();
  const began = performance.now();
  const dataDirs = Array.from({ length: processes }, (_, n) => join(home, `${name}-${n}`));
  const servers = await Promise.all(dataDirs.map((dir) => startServerProcess(dir, settings)));
  const started = performance.now() - began;
  const cookie = await cookieFrom(servers[0]!.address);
  const calls = servers.map(({ address }) => callWith(address, cookie));
  const { acknowledged, perSecond, refused } = await load(calls);
  const most = mostConnections();
  const lost = await findLost(calls[1]!, acknowledged);
  const locks = await run("select from pg_locks where locktype = 'advisory' and not granted");
  await Promise.all(servers.map((server) => server.stop()));
  const left = await run("select from pg_locks where locktype = 'advisory'");
  process.stdout.write(
    `${name}: ${processes} processes ready after ${(started / 1000).toFixed(1)} s; ` +
      `${acknowledged.size} responses stored, ${perSecond.toFixed(0)} a second, ` +
      `${lost.length} lost, ${refused} callers refused; at most ${most} connections; ` +
      `${locks.length} waited for a lock, ${left.length} locks left\n`,
  );
  return acknowledged;
}

/**
 * Counts the database's connections until the returned function is called. That function returns
 * the highest count.
 */
function countConnections(): () => number {
  let most = 0;
  const counting = setInterval(() => {
    void pair.first
      .run<{ count: number }>(
        "select count(*)::int as count from pg_stat_activity where usename = 'bellwether'",
      )
      .then(([row]) => (most = Math.max(most, row?.count ?? 0)));
  }, 50);
  return () => {
    clearInterval(counting);
    return most;
  };
}

/** Lets the callers of each process call until enough is stored. */
async function load(calls: readonly RemoteCall[]) {
  const survey = await makeLoadSurvey(calls[0]!);
  const acknowledged = new Map<string, number>();
  const mayGoOn = () => acknowledged.size < enough;
  const began = performance.now();
  const ends = await Promise.all(
    calls.flatMap((call, n) => [
      ...Array.from({ length: callers.writers }, (_, writer) =>
        writeUntilCut(call, survey, `pooled_${n}_${writer}`, acknowledged, mayGoOn),
      ),
      ...Array.from({ length: callers.readers }, () => readReports(call, mayGoOn)),
    ]),
  );
  const perSecond = (1000 * acknowledged.size) / (performance.now() - began);
  return { acknowledged, perSecond, refused: ends.filter((end) => end !== null).length };
}

/** Reads one report after another. Returns what was replied in place of a report, or null. */
async function readReports(call: RemoteCall, mayGoOn: () => boolean): Promise<unknown> {
  while (mayGoOn()) {
    const { status, body } = await call('GET', '/api/results/trend');
    if (status !== 200) return body;
  }
  return null;
}

/** Takes a backup and restores it into an empty database, with the settings of the processes. */
async function tryRestore(acknowledged: ReadonlyMap<string, number>, settings: Settings) {
  const dataDir = await mkdtemp(join(home, 'restored-'));
  const backup = join(dataDir, 'backup');
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, ...settings };
  const run = (name: string) =>
    promisify(execFile)(process.execPath, [`src/server/backup/run-${name}.ts`, backup], { env });
  await run('backup');
  await makeDatabase();
  await run('restore');
  const server = await startServerProcess(dataDir, settings);
  const call = callWith(server.address, await cookieFrom(server.address));
  const lost = await findLost(call, acknowledged);
  await server.stop();
  process.stdout.write(`  restored from a backup, ${lost.length} of the responses lost\n`);
}
