import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { startPostgres, type EmbeddedPostgres } from '#server/embedded/start-postgres.ts';
import { openSmallPooler } from '#test/standby/small-pooler.ts';
import { checkPooler } from './check-pooler.ts';
import { openDatabase, type Connection } from './connect.ts';

let dataDir: string;
let postgres: EmbeddedPostgres;
let pooler: Connection;
let sessionPooler: Connection;
const poolers: { close: () => void }[] = [];

async function openPooler(
  mode: 'transaction' | 'session',
  settings?: { dropsSettings: boolean },
): Promise<Connection> {
  const { host, port } = postgres.connection;
  const opened = await openSmallPooler(`${host}/.s.PGSQL.${port}`, mode, settings);
  poolers.push(opened);
  return { ...postgres.connection, host: '127.0.0.1', port: opened.port };
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'check-pooler-'));
  postgres = await startPostgres({ dataDir, log: () => {} });
  [pooler, sessionPooler] = await Promise.all([openPooler('transaction'), openPooler('session')]);
});

afterAll(async () => {
  for (const { close } of poolers) close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Returns why a start would be refused with this address, and this one past the pooler; '' if not. */
async function refusalOf(connection: Connection, direct?: Connection): Promise<string> {
  const database = openDatabase(connection, () => {}, { direct });
  try {
    await checkPooler(database, direct !== undefined);
    return '';
  } catch (error) {
    return (error as Error).message;
  } finally {
    await database.close();
  }
}

/** Gives the role the settings that the refusal names, or takes them away again. */
async function setLimits(...statements: string[]): Promise<void> {
  const database = openDatabase(postgres.connection);
  for (const statement of statements) await database.pool.query(statement);
  await database.close();
}

test('a server is no pooler, whether another address past a pooler is set or not', async () => {
  expect(await refusalOf(postgres.connection)).toBe('');
});

test('a pooler alone is refused, since locks would be lost in it', async () => {
  const wanted = /^DATABASE_URL leads through a pooler: set DATABASE_DIRECT_URL /;
  expect(await refusalOf(pooler)).toMatch(wanted);
  expect(await refusalOf(sessionPooler)).toMatch(wanted);
  // A pooler that drops our settings without an error is found too.
  expect(await refusalOf(await openPooler('session', { dropsSettings: true }))).toMatch(wanted);
});

test('another pooler as the address past the pooler is refused', async () => {
  expect(await refusalOf(pooler, sessionPooler)).toBe(
    'DATABASE_DIRECT_URL leads through a pooler: it must name the PostgreSQL server itself.',
  );
});

test('addresses of two databases are refused', async () => {
  const other = { ...postgres.connection, database: 'postgres' };
  expect(await refusalOf(sessionPooler, other)).toBe(
    'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.',
  );
});

test('limits that a pooler drops must be the role’s, and statements must be kept', async () => {
  // PostgreSQL of the packages has UTC already.
  const statements = [
    "alter role app in database bellwether set idle_in_transaction_session_timeout = '1min';",
    "alter role app in database bellwether set jit = 'off';",
    "alter role app in database bellwether set lock_timeout = '5s';",
  ];
  const refused = await refusalOf(sessionPooler, postgres.connection);
  expect(refused.split('\n  ').slice(1)).toEqual(statements);

  await setLimits(...statements);
  expect(await refusalOf(sessionPooler, postgres.connection)).toBe('');
  // The connections that the pooler kept have the old settings, as with a real one.
  const newer = await openPooler('transaction');
  expect(await refusalOf(newer, postgres.connection)).toMatch(
    /^DATABASE_URL leads through a pooler that does not keep prepared statements in transaction mode/,
  );
});

test('upkeep has no limits, whatever the role has', async () => {
  const { upkeepPool, pool, close } = openDatabase(sessionPooler, () => {}, {
    direct: postgres.connection,
  });
  const limitsOn = async (one: typeof pool) => (await one.query('show lock_timeout')).rows[0];
  expect([await limitsOn(pool), await limitsOn(upkeepPool)]).toEqual([
    { lock_timeout: '5s' },
    { lock_timeout: '0' },
  ]);
  await close();
});
