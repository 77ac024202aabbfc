import { randomBytes } from 'node:crypto';

import { inject } from 'vitest';

import { openDatabase, type OpenDatabase } from '#server/db/connection/connect.ts';
import { migrateTo } from '#server/db/connection/migrate.ts';
import { onDatabase } from './template.ts';
import { openTestDatabase } from './test-database.ts';

/** Runs a test on a new database that has the migrations up to this one, and drops it afterwards. */
export async function atMigration(
  migration: string,
  act: (database: OpenDatabase) => Promise<void>,
): Promise<void> {
  const host = await openTestDatabase();
  const name = `before_${randomBytes(8).toString('hex')}`;
  await host.pool.query(`create database ${name}`);
  const database = openDatabase(onDatabase(inject('connection'), name));
  try {
    await migrateTo(database.db, migration);
    await act(database);
  } finally {
    await database.close();
    await host.pool.query(`drop database ${name}`);
    await host.close();
  }
}
