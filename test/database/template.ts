import type { Connection } from '#server/db/connect.ts';

/** The migrated and seeded database that each test file copies. */
export const template = 'bellwether_template';

/** Another database of the same server. */
export function onDatabase(connection: Connection, name: string): Connection {
  if (!('connectionString' in connection)) return { ...connection, database: name };
  const url = new URL(connection.connectionString);
  url.pathname = `/${name}`;
  return { connectionString: url.href };
}

declare module 'vitest' {
  interface ProvidedContext {
    connection: Connection;
  }
}
