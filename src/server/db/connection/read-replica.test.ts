import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startPair, type DatabasePair } from '#test/standby/database-pair.ts';
import { openDatabase, type OpenDatabase } from './connect.ts';

let pair: DatabasePair;
let database: OpenDatabase;
const lines: string[] = [];

beforeAll(async () => {
  pair = await startPair();
  database = openDatabase(
    { connectionString: pair.urlOf(pair.first) },
    (line) => lines.push(line),
    { replica: { connectionString: pair.urlOf(pair.second) } },
  );
  await sql`create table notes (id int)`.execute(database.db);
});
afterAll(async () => {
  await database.close();
  await pair.close();
});

let last = 0;

/** Stores a note, then reads as a report does. Returns whether it was there, and who read it. */
async function storeAndRead(): Promise<string> {
  last += 1;
  await sql`insert into notes values (${last})`.execute(database.db);
  const { rows } = await sql<{ newest: number; isReplica: boolean }>`
    select max(id) as newest, pg_is_in_recovery() as is_replica from notes`.execute(
    database.reports,
  );
  const { newest, isReplica } = rows[0]!;
  return `${newest === last ? 'there' : 'missing'}, read from ${isReplica ? 'replica' : 'first'}`;
}

const pause = async (whether: boolean) =>
  void (await pair.second.run(`select pg_wal_replay_${whether ? 'pause' : 'resume'}()`));

const fromReplica = 'there, read from replica';
const fromFirst = 'there, read from first';

test('a report reads from the replica, and sees what was stored just before', async () => {
  const seen: string[] = [];
  for (let n = 0; n < 50; n += 1) seen.push(await storeAndRead());
  expect(seen.filter((one) => !one.startsWith('there'))).toEqual([]);
  expect(seen.filter((one) => one === fromReplica).length).toBeGreaterThan(40);
});

test('while the replica is behind, the first server reads', async () => {
  await pause(true);
  expect(await storeAndRead()).toBe(fromFirst);
  const began = performance.now();
  for (let n = 0; n < 8; n += 1) expect(await storeAndRead()).toBe(fromFirst);
  // It does not wait half a second for the replica each time.
  expect(performance.now() - began).toBeLessThan(8 * 450);
  await pause(false);
  await expect.poll(storeAndRead, { timeout: 20_000, interval: 500 }).toBe(fromReplica);
  expect(lines).toContain(
    'The replica of DATABASE_READ_URL is behind, so DATABASE_URL reads reports.',
  );
  expect(lines).toContain('The replica of DATABASE_READ_URL reads reports again.');
});

test('a replica that is away holds nobody up', async () => {
  await expect.poll(storeAndRead, { timeout: 20_000, interval: 500 }).toBe(fromReplica);
  await pair.second.kill();
  expect(await storeAndRead()).toBe(fromFirst);
  expect(lines.at(-1)).toMatch(/^The replica of DATABASE_READ_URL is away \(.+\), so/);
});
