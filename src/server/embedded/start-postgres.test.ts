import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { holdFolder } from './hold-folder.ts';
import {
  findRunning,
  startPostgres,
  type EmbeddedConnection,
  type EmbeddedPostgres,
} from './start-postgres.ts';

let home: string;
const running: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'embedded-'));
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const postgres of running.splice(0)) await postgres.stop();
});

afterAll(() => rm(home, { recursive: true, force: true, maxRetries: 5 }));

async function start(dataDir: string, log: (line: string) => void = () => {}) {
  const postgres = await startPostgres({ dataDir, log });
  running.push(postgres);
  return postgres;
}

async function query(connection: EmbeddedConnection, text: string): Promise<string[]> {
  const client = new pg.Client(connection);
  // A test may stop the database during a query.
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query({ text, rowMode: 'array' });
    return rows.map((row: string[]) => String(row[0]));
  } finally {
    await client.end();
  }
}

/** Starts a process that owns the database and prints its connection once it can be reached. */
async function startOwner(dataDir: string) {
  const module = new URL('start-postgres.ts', import.meta.url).href;
  const script = `
    import { startPostgres } from ${JSON.stringify(module)};
    const postgres = await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} });
    process.on('SIGTERM', () => postgres.stop().then(() => process.exit()));
    console.log(JSON.stringify(postgres.connection));
    setInterval(() => {}, 1000);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  return { child, connection: JSON.parse(String(line)) as EmbeddedConnection };
}

async function kill(child: ChildProcess) {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Returns the command lines, by process id, of everything that belongs to this cluster. */
async function findProcesses(clusterName: string): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (const pid of (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(clusterName)) found.set(Number(pid), command.replaceAll('\0', ' '));
  }
  return found;
}

async function nameOf(connection: EmbeddedConnection): Promise<string> {
  const [name] = await query(connection, 'show cluster_name');
  return name ?? '';
}

test('a first start makes the database, and a second one has it again', async () => {
  const dataDir = join(home, 'plain');
  const first = await start(dataDir);
  const name = await nameOf(first.connection);
  await query(first.connection, 'create table kept as select 42 as answer');
  await first.stop();
  expect((await findProcesses(name)).size).toBe(0);

  const second = await start(dataDir);
  expect(await query(second.connection, 'select answer from kept')).toEqual(['42']);
});

test('it stores durably, checks its pages and listens on nothing but its socket', async () => {
  const { connection } = await start(join(home, 'plain'));
  const settings = await query(
    connection,
    `select name || '=' || setting from pg_settings where name in ('fsync', 'full_page_writes',
       'synchronous_commit', 'data_checksums', 'listen_addresses', 'TimeZone') order by name`,
  );
  expect(settings).toEqual([
    'TimeZone=UTC',
    'data_checksums=on',
    'fsync=on',
    'full_page_writes=on',
    'listen_addresses=',
    'synchronous_commit=on',
  ]);
  expect((await stat(connection.host)).mode & 0o777).toBe(0o700);
});

test('a half-made cluster is thrown away', async () => {
  const dataDir = join(home, 'half');
  const cluster = join(dataDir, 'postgres', 'cluster');
  await mkdir(cluster, { recursive: true });
  await writeFile(join(cluster, 'PG_VERSION'), '18\n');
  const { connection } = await start(dataDir);
  expect(await query(connection, 'select 1')).toEqual(['1']);
});

test('a start that is killed while it makes the cluster does not hinder the next', async () => {
  const dataDir = join(home, 'killed');
  void startOwner(dataDir).catch(() => {});
  const [child] = children;
  if (!child) throw new Error('no child');
  const version = join(dataDir, 'postgres', 'cluster', 'PG_VERSION');
  while (!(await stat(version).catch(() => undefined))) await sleep(5);
  await kill(child);
  await expect(stat(join(dataDir, 'postgres/cluster/bellwether-made'))).rejects.toThrow('ENOENT');
  const { connection } = await start(dataDir);
  expect(await query(connection, 'select 1')).toEqual(['1']);
});

test('it ends with an owner that is killed, and has everything at the next start', async () => {
  const dataDir = join(home, 'plain');
  for (const round of ['1', '2', '3']) {
    const { child, connection } = await startOwner(dataDir);
    const name = await nameOf(connection);
    await query(connection, `create table round_${round} as select ${round} as answer`);
    await kill(child);
    const until = Date.now() + 1000;
    while ((await findProcesses(name)).size > 0 && Date.now() < until) await sleep(10);
    expect([...(await findProcesses(name)).values()]).toEqual([]);
    const next = await start(dataDir);
    expect(await query(next.connection, `select answer from round_${round}`)).toEqual([round]);
    await next.stop();
  }
});

test('a start at the moment of the kill waits for what is still ending', async () => {
  const dataDir = join(home, 'plain');
  const { child } = await startOwner(dataDir);
  child.kill('SIGKILL');
  const { connection } = await start(dataDir);
  expect(await query(connection, 'select 1')).toEqual(['1']);
});

test('a database that outlived its owner and its guard is ended first', async () => {
  const dataDir = join(home, 'plain');
  const { child, connection } = await startOwner(dataDir);
  const name = await nameOf(connection);
  const before = await findProcesses(name);
  for (const [pid, command] of before)
    if (command.startsWith('/bin/sh')) process.kill(pid, 'SIGKILL');
  await kill(child);
  await sleep(200);
  expect(await query(connection, 'select 1')).toEqual(['1']);

  const lines: string[] = [];
  const next = await start(dataDir, (line) => lines.push(line));
  expect(lines).toEqual(['Ending the database that an earlier server left behind…']);
  expect(await query(next.connection, 'select 1')).toEqual(['1']);
  for (const pid of (await findProcesses(name)).keys()) expect(before.has(pid)).toBe(false);
});

test('a second server leaves the first its database, and has it when the first ends', async () => {
  const dataDir = join(home, 'plain');
  const first = await startOwner(dataDir);
  const since = 'select pg_postmaster_start_time()::text';
  const before = await query(first.connection, since);
  const second = start(dataDir);
  await sleep(800);
  expect(await query(first.connection, since)).toEqual(before);
  first.child.kill('SIGTERM');
  expect(await query((await second).connection, since)).not.toEqual(before);
});

test('a second server does not wait for ever', async () => {
  const { connection } = await start(join(home, 'plain'));
  await expect(holdFolder(connection.host, () => {}, 300)).rejects.toThrow(
    'Another Bellwether server is running with this DATA_DIR',
  );
});

test('a folder that is too deep for a socket, below a closed one, serves as well', async () => {
  const closed = join(home, 'closed');
  await mkdir(closed);
  await chmod(closed, 0o700);
  const { connection, stop } = await start(join(closed, 'deep'.repeat(30)));
  expect(connection.host.length).toBeLessThan(90);
  expect((await stat(connection.host)).mode & 0o777).toBe(0o700);
  expect(await query(connection, 'select 1')).toEqual(['1']);
  await stop();
  await rm(connection.host, { recursive: true });
});

test('the database that runs is found, and looking for one makes nothing', async () => {
  const dataDir = join(home, 'plain');
  expect(await findRunning(dataDir)).toBeNull();
  const { connection } = await start(dataDir);
  expect(await findRunning(dataDir)).toEqual(connection);
  expect(await findRunning(join(home, 'mistyped'))).toBeNull();
  expect(await readdir(home)).not.toContain('mistyped');
});

test('a database that ends by itself is started again with all it held, and given up when it goes on ending', async () => {
  const dataDir = join(home, 'plain');
  const postgres = await start(dataDir);
  let hasEnded = false;
  void postgres.ended.then(() => (hasEnded = true));
  const killPostmaster = async () => {
    const file = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
    process.kill(Number.parseInt(await readFile(file, 'utf8'), 10), 'SIGKILL');
  };
  const answers = () => query(postgres.connection, 'select name from people').catch(() => null);
  await query(postgres.connection, "create table people as select 'Ana' as name");
  for (let time = 1; time <= 5; time += 1) {
    await killPostmaster();
    // Its other processes may still reply for a moment.
    while (await answers()) await sleep(5);
    await expect.poll(answers).toEqual(['Ana']);
    expect(hasEnded).toBe(false);
  }
  await killPostmaster();
  await expect(postgres.ended).resolves.toBeUndefined();
  expect(await findRunning(dataDir)).toBeNull();
});

test('a stop in the middle of starting it again leaves no database behind', async () => {
  const dataDir = join(home, 'plain');
  const postgres = await start(dataDir);
  const name = await nameOf(postgres.connection);
  const file = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  process.kill(Number.parseInt(await readFile(file, 'utf8'), 10), 'SIGKILL');
  await sleep(50);
  await postgres.stop();
  expect([...(await findProcesses(name)).values()]).toEqual([]);
});

test('programs that do not run are refused by the name of the setting', async () => {
  await expect(
    startPostgres({ dataDir: join(home, 'plain'), binDir: '/nowhere', log: () => {} }),
  ).rejects.toThrow(/^PG_BIN_DIR has no PostgreSQL that runs: .*\/nowhere\/initdb/);
});
