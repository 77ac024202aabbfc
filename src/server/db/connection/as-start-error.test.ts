import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { readConfig } from '#server/config.ts';
import { StartError } from '#server/start-error.ts';
import { openTestDatabase } from '#test/database/test-database.ts';
import { openDatabase } from './connect.ts';
import { asStartError } from './as-start-error.ts';
import { migrate } from './migrate.ts';
import { startDatabase } from './start-database.ts';

/** Returns the error of a start with this DATABASE_URL. */
async function failureOf(url: string): Promise<unknown> {
  const config = { ...readConfig({}), databaseUrl: url };
  return startDatabase(config, () => {}).catch((error: unknown) => error);
}

test.each([
  ['postgres://app@127.0.0.1:1/bellwether', 'connect ECONNREFUSED 127.0.0.1:1'],
  ['postgres://app@/bellwether?host=/nowhere', 'connect ENOENT /nowhere/.s.PGSQL.5432'],
  [
    'postgres://app@127.0.0.1:1/bellwether?sslmode=verify-full&sslrootcert=/no.pem',
    "ENOENT: no such file or directory, open '/no.pem'",
  ],
])('a start with %s says what is wrong with it', async (url, why) => {
  const error = await failureOf(url);
  expect(error).toBeInstanceOf(StartError);
  expect((error as Error).message).toBe(`The database cannot be used: ${why}.`);
});

test('a database that is not there, and one that takes no writes, are told in one sentence', async () => {
  const { url, db, pool, close } = await openTestDatabase();
  const absent = await failureOf(url.replace(/test_[\da-f]+/, 'test_absent'));
  expect(String(absent)).toContain(
    'database "test_absent" does not exist; create it first, as docs/operations.md says.',
  );
  const kinds = (caught: unknown) => [caught, asStartError(caught)];
  const [defect, asItIs] = (await sql`select nonsense`.execute(db).catch(kinds)) as unknown[];
  expect(asItIs).toBe(defect);

  await pool.query('drop table kysely_migration');
  await sql`alter database ${sql.id(new URL(url).pathname.slice(1))} set default_transaction_read_only = on`.execute(
    db,
  );
  const replica = openDatabase({ connectionString: url });
  const [, told] = (await migrate(replica.db).catch(kinds)) as unknown[];
  expect(told).toBeInstanceOf(StartError);
  expect(String(told)).toContain('; it is a replica, which takes no writes.');
  await replica.close();
  await close();
});

test('a start on the database of a newer version fails with a clear message', async () => {
  const { db, close } = await openTestDatabase();
  await sql`insert into kysely_migration values ('9999-tomorrow', '')`.execute(db);
  await expect(migrate(db)).rejects.toThrow(
    'The database has migrations that this version does not know',
  );
  await close();
});
