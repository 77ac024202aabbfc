import { randomBytes } from 'node:crypto';

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
      await onServer(server, `drop database ${name} with (force)`);
    },
  };
}

/** A socket's folder stands in the query. */
function urlOf(connection: Connection): string {
  if ('connectionString' in connection) return connection.connectionString;
  const { host, port, user, database } = connection;
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

async function onServer(server: Connection, statement: string): Promise<void> {
  const admin = openDatabase(server);
  await admin.pool.query(statement);
  await admin.close();
}
