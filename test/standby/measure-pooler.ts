import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { runGuarded } from '#server/embedded/guarded-process.ts';
import { findLost, makeLoadSurvey, writeUntilCut } from '#test/load.ts';
import { callWith, cookieFrom, startServerProcess } from '#test/server-process.ts';
import { startPair, type DatabasePair } from './database-pair.ts';

/**
 * `npm run pooler -- --pgbouncer /usr/sbin/pgbouncer`: starts four processes at once on an empty
 * database, without a pooler and three times behind one in transaction mode, and stores 400 responses
 * by 16 writers. Prints how long the starts took, how many connections the server had, and whether
 * anything was lost or a lock left. Needs a PgBouncer, which does not come with the packages.
 */
const { values } = parseArgs({
  options: { pgbouncer: { type: 'string', default: '/usr/sbin/pgbouncer' } },
});
const processes = 4;
const writers = 16;
const responses = 400;
const poolerPort = 16_432;

const pair = await startPair();
const home = await mkdtemp(join(tmpdir(), 'bellwether-pooler-'));
try {
  await measure('without a pooler', { DATABASE_URL: pair.urlOf(pair.first) });
  const stop = await startPooler(pair);
  for (const round of [1, 2, 3])
    await measure(`behind the pooler, ${round}`, {
      DATABASE_URL: `postgres://bellwether@127.0.0.1:${poolerPort}/bellwether`,
      DATABASE_DIRECT_URL: pair.urlOf(pair.first),
    });
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
default_pool_size = 20
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

async function measure(name: string, settings: Record<string, string>): Promise<void> {
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
  const began = performance.now();
  const dataDirs = Array.from({ length: processes }, (_, n) => join(home, `${name}-${n}`));
  const servers = await Promise.all(dataDirs.map((dir) => startServerProcess(dir, settings)));
  const started = performance.now() - began;
  const cookie = await cookieFrom(servers[0]!.address);
  const calls = servers.map(({ address }) => callWith(address, cookie));
  const survey = await makeLoadSurvey(calls[0]!);
  const acknowledged = new Map<string, number>();
  let most = 0;
  const counting = setInterval(() => {
    void run<{ count: number }>(
      "select count(*)::int as count from pg_stat_activity where usename = 'bellwether'",
    ).then(([row]) => (most = Math.max(most, row?.count ?? 0)));
  }, 50);
  const wrong = await Promise.all(
    Array.from({ length: writers }, (_, n) =>
      writeUntilCut(
        calls[n % processes]!,
        survey,
        `pooled_${n}`,
        acknowledged,
        () => acknowledged.size < responses,
      ),
    ),
  );
  clearInterval(counting);
  const lost = await findLost(calls[1]!, acknowledged);
  const locks = await run("select from pg_locks where locktype = 'advisory' and not granted");
  await Promise.all(servers.map((server) => server.stop()));
  const left = await run("select from pg_locks where locktype = 'advisory'");
  process.stdout.write(
    `${name}: ${processes} processes ready after ${(started / 1000).toFixed(1)} s; ` +
      `${acknowledged.size} responses stored, ${lost.length} lost, ` +
      `${wrong.filter((one) => one !== null).length} writers refused; at most ${most} connections; ` +
      `${locks.length} waited for a lock, ${left.length} locks left\n`,
  );
}
