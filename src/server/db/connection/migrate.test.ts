import { randomBytes } from 'node:crypto';

import { expect, inject, test } from 'vitest';

import { onDatabase } from '#test/database/template.ts';
import { openTestDatabase } from '#test/database/test-database.ts';
import { waitFor } from '#test/wait-for.ts';
import { openDatabase } from './connect.ts';
import { migrate, migrateTo } from './migrate.ts';

test('a migration that meets a request of a running process in a deadlock is tried again', async () => {
  const host = await openTestDatabase();
  const name = `before_${randomBytes(8).toString('hex')}`;
  await host.pool.query(`create database ${name}`);
  const old = openDatabase(onDatabase(inject('connection'), name));
  try {
    await migrateTo(old.db, '0070-erased-sessions');
    const request = async () => {
      const client = await old.pool.connect();
      await client.query('begin');
      // The later migration wants this table, when an earlier one has locked the other.
      await client.query('select from rounds');
      await migrationWaits();
      await client.query('select from responses');
      await client.query('commit');
      client.release();
    };
    const migrationWaits = () =>
      waitFor(async () => {
        const { rowCount } = await host.pool.query(
          "select from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'",
          [name],
        );
        expect(rowCount).toBe(1);
      });
    const requesting = request();
    const [made] = await Promise.all([migrate(old.db), requesting]);
    expect(made).toContain('0074-digest-of-rounds');
  } finally {
    await old.close();
    await host.pool.query(`drop database ${name} with (force)`);
    await host.close();
  }
});
