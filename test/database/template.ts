import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import { openDatabase, type Connection, type OpenDatabase } from '#server/db/connect.ts';

/** The migrated and seeded database that each test file copies. */
export const template = 'bellwether_template';

/** Another database of the same server. */
export function onDatabase(connection: Connection, name: string): Connection {
  if (!('connectionString' in connection)) return { ...connection, database: name };
  const url = new URL(connection.connectionString);
  url.pathname = `/${name}`;
  return { connectionString: url.href };
}

/** `url` is for another process. */
export type CopiedDatabase = OpenDatabase & { url: string };

/** A fresh copy of the template database, dropped again by `close`. */
export async function copyTemplate(
  server: Connection,
  limits: { lockTimeout?: number } = {},
): Promise<CopiedDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(server, `create database ${name} template ${template}`);
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
 * Autovacuum may be at work in a database. Only a superuser may end it, and a server of one's own
 * gives us none, so this waits until it has finished.
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

/** A socket's folder stands in the query. */
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
