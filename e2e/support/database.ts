import { join } from 'node:path';

import pg from 'pg';

/** Runs a statement in the database of the server under test. */
export async function inDatabase(text: string, values: readonly unknown[]): Promise<void> {
  const host = join(process.env['BELLWETHER_DATA'] ?? '', 'postgres', 'run');
  const client = new pg.Client({ host, port: 5432, user: 'app', database: 'bellwether' });
  await client.connect();
  try {
    await client.query(text, [...values]);
  } finally {
    await client.end();
  }
}
