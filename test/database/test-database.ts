import { randomBytes } from 'node:crypto';

import { inject } from 'vitest';

import { openDatabase, type Connection, type OpenDatabase } from '#server/db/connect.ts';
import { onDatabase, template } from './template.ts';

/** A fresh copy of the template database, dropped again by `close`. */
export async function openTestDatabase(): Promise<OpenDatabase & { url: string }> {
  const connection = inject('connection');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(`create database ${name} template ${template}`);
  const own = onDatabase(connection, name);
  const database = openDatabase(own);
  return {
    ...database,
    url: urlOf(own),
    close: async () => {
      await database.close();
      await onServer(`drop database ${name} with (force)`);
    },
  };
}

/** For another process; a socket's folder stands in the query. */
function urlOf(connection: Connection): string {
  if ('connectionString' in connection) return connection.connectionString;
  const { host, port, user, database } = connection;
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

async function onServer(statement: string): Promise<void> {
  const admin = openDatabase(inject('connection'));
  await admin.pool.query(statement);
  await admin.close();
}
