import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import { openDatabase, type Connection, type OpenDatabase } from '#server/db/connection/connect.ts';

/** The name of the migrated and seeded database that each test file copies. */
export const template = 'bellwether_template';

/** Returns the connection to another database of the same server. */
export function onDatabase(connection: Connection, name: string): Connection {
  if (!('connectionString' in connection)) return { ...connection, database: name };
  const url = new URL(connection.connectionString);
  url.pathname = `/${name}`;
  return { connectionString: url.href };
}

/** An open copy. Another process can connect to it by `url`. */
export type CopiedDatabase = OpenDatabase & { url: string };

/** Makes a new copy of the template database. `close` drops it again. */
export async function copyTemplate(
  server: Connection,
  limits: { lockTimeout?: number } = {},
): Promise<CopiedDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Writing every page of the copy to the log, as PostgreSQL does unless told, takes ten times as long.
  await onServer(server, `create database ${name} template ${template} strategy file_copy`);
  const connection = onDatabase(server, name);
  const database = openDatabase(connection, () => {}, limits);
  return {
    ...database,
    url: urlOf(connection),
    close: async () => {
      await database.close();
      await drop(server, name);
    },
  };
}

/**
 * Drops a database. Autovacuum may be working in it, and only a superuser may stop that. With
 * TEST_DATABASE_URL we may be none, so this retries until autovacuum has finished.
 */
async function drop(server: Connection, name: string, tries = 50): Promise<void> {
  try {
    await onServer(server, `drop database ${name} with (force)`);
  } catch (error) {
    const isBusy = error instanceof pg.DatabaseError && error.code === insufficientPrivilege;
    if (!isBusy || tries === 0) throw error;
    await sleep(200);
    await drop(server, name, tries - 1);
  }
}

const insufficientPrivilege = '42501';

/** Returns the connection as a URL. The folder of a socket goes into the query. */
function urlOf(connection: Connection): string {
  if ('connectionString' in connection) return connection.connectionString;
  const { host, port, user, database } = connection;
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

async function onServer(server: Connection, statement: string): Promise<void> {
  const admin = openDatabase(server);
  try {
    await admin.pool.query(statement);
  } finally {
    await admin.close();
  }
}
