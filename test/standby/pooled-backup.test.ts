import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { openDatabase, type OpenDatabase } from '#server/db/connection/connect.ts';
import { migrate } from '#server/db/connection/migrate.ts';
import { seed } from '#server/db/connection/seed.ts';
import { startPostgres, type EmbeddedPostgres } from '#server/embedded/start-postgres.ts';
import { databaseUrlOf } from '#test/server-process.ts';
import { openSmallPooler } from './small-pooler.ts';

/** The role's limit in milliseconds, which a pooler gives to everything that goes through it. */
const lockTimeout = 200;

let home: string;
let postgres: EmbeddedPostgres;
let pooler: Awaited<ReturnType<typeof openSmallPooler>>;
let database: OpenDatabase;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'bellwether-pooled-backup-'));
  postgres = await startPostgres({ dataDir: join(home, 'database'), log: () => {} });
  const { host, port } = postgres.connection;
  pooler = await openSmallPooler(`${host}/.s.PGSQL.${port}`, 'session');
  database = openDatabase(postgres.connection);
  for (const limit of [
    `lock_timeout = '${lockTimeout}ms'`,
    "idle_in_transaction_session_timeout = '1min'",
    "jit = 'off'",
  ])
    await database.pool.query(`alter role app in database bellwether set ${limit}`);
});
afterAll(async () => {
  await database.close();
  pooler.close();
  await postgres.stop();
  await rm(home, { recursive: true, force: true });
});

/** Runs a command with the settings of a server behind the pooler. */
async function command(name: 'backup' | 'restore', folder: string): Promise<string> {
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: join(home, 'data'),
    DATABASE_URL: `postgres://app@127.0.0.1:${pooler.port}/bellwether`,
    DATABASE_DIRECT_URL: databaseUrlOf(postgres),
  };
  const args = [`src/server/backup/run-${name}.ts`, folder];
  return (await promisify(execFile)(process.execPath, args, { env })).stdout;
}

/** Begins `act`, which comes to wait for the lock that this statement takes, for longer than the limit. */
async function whileLocked<T>(statement: string, act: () => Promise<T>): Promise<T> {
  const client = await database.upkeepPool.connect();
  await client.query('begin');
  await client.query(statement);
  const acting = act();
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  const becomesWaiting = vi.waitUntil(
    async () => (await database.pool.query(waiting)).rowCount === 1,
    { timeout: 15_000 },
  );
  await Promise.race([acting, becomesWaiting]);
  await sleep(3 * lockTimeout);
  await client.query('rollback');
  client.release();
  return acting;
}

test('behind a pooler, backup and restore go past it and wait for locks without a limit', async () => {
  const folder = join(home, 'backup');
  await migrate(database.upkeep);
  await seed(database.upkeep, {});
  const roles = 'select name from user_roles order by name';
  const before = (await database.upkeepPool.query(roles)).rows;
  expect(before).toHaveLength(3);

  const told = await whileLocked('lock table hotels in access exclusive mode', () =>
    command('backup', folder),
  );
  expect(told).toContain(folder);

  await database.upkeepPool.query('drop schema public cascade; create schema public');
  // Somebody else is about to make the first table.
  const restored = await whileLocked('create table kysely_migration (name text)', () =>
    command('restore', folder),
  );
  expect(restored).toContain('Restored the backup');
  expect((await database.upkeepPool.query(roles)).rows).toEqual(before);
});
