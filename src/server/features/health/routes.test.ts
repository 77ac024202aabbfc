import { rename } from 'node:fs/promises';

import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { buildApp } from '#server/app.ts';
import { openDatabase } from '#server/db/connection/connect.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { waitFor } from '#test/wait-for.ts';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

const health = () => server.as('nobody')('GET', '/api/health');

/**
 * Closes the database to everybody and ends all connections. Returns a function that opens it
 * again.
 */
async function shutDatabase(): Promise<() => Promise<void>> {
  const { rows } = await server.deps.pool.query<{ name: string }>(
    'select current_database() as name',
  );
  const name = rows[0]!.name;
  const admin = openDatabase(inject('connection'));
  await admin.pool.query(`alter database ${name} allow_connections false`);
  await admin.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1`,
    [name],
  );
  return async () => {
    await admin.pool.query(`alter database ${name} allow_connections true`);
    await admin.close();
  };
}

/**
 * Waits until every connection of the pool is a new one. The old ones take a while to notice their
 * end.
 */
async function renewed(): Promise<void> {
  const { pool } = server.deps;
  await waitFor(() => Promise.all(Array.from({ length: 10 }, () => pool.query('select'))));
}

test('replies 200 to anybody while the database works', async () => {
  const { status, body } = await health();
  expect(status).toBe(200);
  expect(body).toMatchObject({ product: 'bellwether', status: 'ok' });
  expect(body).not.toHaveProperty('demonstration');
});

test('says whether there are demonstration accounts', async () => {
  const app = await buildApp({ ...server.deps, hasOpenDemonstration: true });
  const answer = await app.inject('/api/health');
  expect(answer.json()).toMatchObject({ demonstration: true });
  await app.close();
});

test('replies 503 while the database is away, and recovers by itself', async () => {
  const open = await shutDatabase();
  const down = await health();
  expect(down.status).toBe(503);
  expect(down.headers['retry-after']).toBeDefined();
  expect(down.body.type).toBe('/problems/try-later');
  await open();
  await waitFor(async () => expect((await health()).status).toBe(200));
  await renewed();
});

const ready = () => server.as('nobody')('GET', '/api/ready');

test('is ready while the database works and has all migrations', async () => {
  expect((await ready()).body).toEqual({ status: 'ready' });
  const open = await shutDatabase();
  expect((await ready()).status).toBe(503);
  await open();
  await renewed();

  const table = 'kysely_migration';
  const last = `(select max(name) from ${table})`;
  const { rows } = await server.deps.pool.query(
    `delete from ${table} where name = ${last} returning *`,
  );
  const behind = await ready();
  expect(behind.status).toBe(503);
  expect(behind.headers['retry-after']).toBeDefined();
  await server.deps.pool.query(`insert into ${table} values ($1, $2)`, [
    rows[0].name,
    rows[0].timestamp,
  ]);
  expect((await ready()).status).toBe(200);
});

test('is not ready while the database is read-only', async () => {
  const { pool } = server.deps;
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  const setReadOnly = async (whether: 'on' | 'off') => {
    const admin = openDatabase(inject('connection'));
    const setting = `default_transaction_read_only = ${whether}`;
    await admin.pool.query(`alter database ${rows[0]!.name} set ${setting}`);
    await admin.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
      [rows[0]!.name],
    );
    await admin.close();
  };
  expect((await ready()).status).toBe(200);
  await setReadOnly('on');
  await waitFor(async () => expect((await ready()).body.detail).toBe('The database is read-only.'));
  await setReadOnly('off');
  await waitFor(async () => expect((await ready()).status).toBe(200));
  await renewed();
});

test('writes at most once a second, however often it is called', async () => {
  const { rows: before } = await server.deps.pool.query('select xmin from installation');
  await waitFor(async () => {
    await ready();
    const { rows } = await server.deps.pool.query('select xmin from installation');
    expect(rows).not.toEqual(before);
  });
  const { rows: then } = await server.deps.pool.query('select xmin from installation');
  await Promise.all(Array.from({ length: 20 }, ready));
  expect((await server.deps.pool.query('select xmin from installation')).rows).toEqual(then);
});

// On a disk that is really full, the call then returns 503 "The disk of the database is full."
test('finds a full disk: its write needs room for a new file', async () => {
  const written = async () => {
    const { rows } = await server.deps.pool.query<{ bytes: string }>(
      'select temp_bytes as bytes from pg_stat_database where datname = current_database()',
    );
    return Number(rows[0]!.bytes);
  };
  const before = await written();
  await waitFor(async () => {
    expect((await ready()).status).toBe(200);
    expect((await written()) - before).toBeGreaterThan(500_000);
  });
});

test('is not ready while DATA_DIR is away', async () => {
  const { dataDir } = server.deps.config;
  await rename(dataDir, `${dataDir}-away`);
  const { status, body } = await ready();
  await rename(`${dataDir}-away`, dataDir);
  expect([status, body.detail]).toEqual([503, 'DATA_DIR cannot be written.']);
  expect((await ready()).status).toBe(200);
});

test('is not ready while it ends, and closes the connections of further requests', async () => {
  const stop = new AbortController();
  const ending = await openTestApp({ stopping: stop.signal });
  stop.abort();
  const answer = await ending.as('nobody')('GET', '/api/ready');
  expect(answer.status).toBe(503);
  expect(answer.headers.connection).toBe('close');
  const still = await ending.as('alice')('GET', '/api/hotels');
  expect(still.status).toBe(200);
  await ending.close();
});
