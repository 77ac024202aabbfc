import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { toProblem } from '#server/http/answer-problems.ts';
import { startPostgres, type EmbeddedPostgres } from '#server/embedded/start-postgres.ts';
import { inTransaction } from '#server/db/statements/transaction.ts';

import { checkDurability, checkEncoding, checkVersion } from './check-server.ts';
import { openDatabase, type OpenDatabase } from './connect.ts';

// A cluster of its own, because a test here cuts every connection to it.
let dataDir: string;
let postgres: EmbeddedPostgres;
let database: OpenDatabase;
const lines: string[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'connect-'));
  postgres = await startPostgres({ dataDir, log: () => {} });
  database = openDatabase(postgres.connection, (line) => lines.push(line));
});

afterAll(async () => {
  await database.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test('values come out as the schema says', async () => {
  const { rows } = await sql`
    select count(*), 0.1::numeric as numeric, date '2026-03-31' as plain_day,
      timestamptz '2026-03-31 11:00:00.1239+02' as moment, null::date as none,
      timestamptz '2026-03-31 09:00:00.1+00' as tenth, timestamptz '2026-03-31 09:00+00' as minute,
      timestamptz '10000-01-01 00:00+00' as far,
      '{"snake_case": 1}'::jsonb as json_value`.execute(database.db);
  expect(rows).toEqual([
    {
      count: 1,
      numeric: 0.1,
      plainDay: '2026-03-31',
      moment: '2026-03-31T09:00:00.123Z',
      tenth: '2026-03-31T09:00:00.100Z',
      minute: '2026-03-31T09:00:00.000Z',
      far: '+010000-01-01T00:00:00.000Z',
      none: null,
      jsonValue: { snake_case: 1 },
    },
  ]);
});

test('connections for upkeep are closed soon, those for requests are not', async () => {
  const { pool, upkeepPool } = database;
  await Promise.all([pool.query('select'), upkeepPool.query('select')]);
  await expect.poll(() => upkeepPool.totalCount, { timeout: 5_000 }).toBe(0);
  expect(pool.totalCount).toBeGreaterThan(0);
});

test('a number that would come out as another one does not come out', async () => {
  await expect(sql`select 9007199254740993::int8`.execute(database.db)).rejects.toThrow(
    '9007199254740993 is too large for a number',
  );
});

test('a lost connection is told and replaced, also while it is checked out', async () => {
  const client = await database.pool.connect();
  await sql`select 1`.execute(database.reports);
  const { rows } = await client.query('select pg_backend_pid() as pid');
  await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database.reports);
  await expect.poll(() => lines).toHaveLength(1);
  client.release(true);

  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'bellwether' and pid <> pg_backend_pid()`.execute(database.db);
  await expect.poll(() => lines).toHaveLength(2);
  expect(lines[1]).toMatch(/^A database connection was lost: terminating connection/);
  await sql`select 1`.execute(database.reports);
});

/** Opens a proxy to the database that passes everything on, or swallows everything. */
async function openRoad() {
  const sockets: Socket[] = [];
  const { host, port } = postgres.connection;
  let isOpen = true;
  const road = createServer((near) => {
    const far = connect(`${host}/.s.PGSQL.${port}`);
    sockets.push(near, far);
    const pass = (from: Socket, to: Socket) =>
      from
        .on('data', (bytes) => isOpen && to.write(bytes))
        .on('error', () => to.destroy())
        .on('close', () => isOpen && to.destroy());
    pass(near, far);
    pass(far, near);
  }).listen(0, '127.0.0.1');
  await once(road, 'listening');
  return {
    port: (road.address() as AddressInfo).port,
    swallow: (isSwallowed: boolean) => void (isOpen = !isSwallowed),
    close: () => {
      for (const socket of sockets) socket.destroy();
      road.close();
    },
  };
}

test.each(['db', 'reports'] as const)(
  'a database that falls silent is given up, and asked again (%s)',
  async (which) => {
    const road = await openRoad();
    const far = openDatabase(
      { ...postgres.connection, host: '127.0.0.1', port: road.port },
      () => {},
      { silence: 400 },
    );
    const ask = () => sql`select 1`.execute(far[which]);
    await ask();
    road.swallow(true);
    const error: Error = await ask().then(
      () => new Error('It answered.'),
      (thrown) => thrown,
    );
    expect(toProblem(error).toProblem().type).toBe('/problems/try-later');
    road.swallow(false);
    // Uses a new connection: none was left in the pool waiting for its last reply.
    await ask();
    await far.close();
    road.close();
  },
);

test('a transaction that falls silent lets go of its connection too', async () => {
  const road = await openRoad();
  const far = openDatabase(
    { ...postgres.connection, host: '127.0.0.1', port: road.port },
    () => {},
    { silence: 400 },
  );
  const acting = inTransaction(far.db, async (tx) => {
    await sql`select 1`.execute(tx);
    road.swallow(true);
    await sql`select 1`.execute(tx);
  });
  const error: Error = await acting.catch((thrown) => thrown);
  expect(toProblem(error).toProblem().type).toBe('/problems/try-later');
  road.swallow(false);
  await sql`select 1`.execute(far.db);
  expect(far.pool.totalCount).toBe(1);
  await far.close();
  road.close();
});

test('only upkeep waits for a lock for as long as it takes', async () => {
  const { db, reports, upkeep, close } = openDatabase(postgres.connection, () => {}, {
    lockTimeout: 1_234,
  });
  const limits = await Promise.all(
    [db, reports, upkeep].map((one) =>
      sql<{ lockTimeout: string }>`show lock_timeout`.execute(one).then(({ rows }) => rows[0]),
    ),
  );
  expect(limits.map((limit) => limit?.lockTimeout)).toEqual(['1234ms', '1234ms', '0']);
  await close();
});

test('reports wait for each other, never requests for them', async () => {
  const ended: string[] = [];
  const start = Date.now();
  const long = Array.from({ length: 4 }, () =>
    sql`select pg_sleep(1)`.execute(database.reports).then(() => ended.push('report')),
  );
  await sql`select 1`.execute(database.db);
  ended.push('request');
  await Promise.all(long);
  expect(ended[0]).toBe('request');
  expect(Date.now() - start).toBeGreaterThanOrEqual(2_000);
});

test('a server that could lose what it acknowledged is refused', async () => {
  await checkDurability(database.pool);
  const url = `postgres://app@/bellwether?host=${encodeURIComponent(postgres.connection.host)}`;
  const options = encodeURIComponent('-c synchronous_commit=off');
  const careless = openDatabase({ connectionString: `${url}&options=${options}` });
  await expect(checkDurability(careless.pool)).rejects.toThrow(
    'DATABASE_URL: that server has synchronous_commit off',
  );
  await careless.close();
});

test('a database that cannot hold every letter is refused', async () => {
  await checkEncoding(database.pool);
  await database.pool.query(
    "create database latin encoding 'LATIN1' locale_provider libc locale 'C' template template0",
  );
  const latin = openDatabase({ ...postgres.connection, database: 'latin' });
  await expect(checkEncoding(latin.pool)).rejects.toThrow(
    'DATABASE_URL: that database is in LATIN1, and UTF8 is needed',
  );
  await latin.close();
});

test('a server that is too old is refused', async () => {
  await checkVersion(database.pool);
  await expect(checkVersion(database.pool, 99)).rejects.toThrow(
    /^DATABASE_URL: that server is PostgreSQL \d+\.\d+, and 99 or newer is needed\.$/,
  );
});
