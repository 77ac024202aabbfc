import { sql, type Kysely, type Transaction } from 'kysely';

import type pg from 'pg';

import type { Database } from '#server/db/schema/schema.ts';

/** A database, or a transaction within it: what queries take. */
export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;

/**
 * Runs `act` in a transaction. This file is the only place that begins one. Each write request is one
 * transaction and is answered after the commit: whatever was acknowledged is stored, and a refused
 * request leaves no trace.
 *
 * Deferred constraints are checked before the commit, inside `act`'s error handling, so that a
 * violation is reported like any other.
 */
export function inTransaction<T>(db: Db, act: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    const result = await act(tx);
    await sql`set constraints all immediate`.execute(tx);
    return result;
  });
}

/** Runs `act` in a read-only transaction, in which all statements read the same moment. */
export const inSnapshot = <T>(db: Db, act: (tx: Tx) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => act(tx));

/**
 * Runs a transaction on one connection of the driver, for commands such as COPY that Kysely does not have. A snapshot
 * is read-only, and all its statements read the same moment.
 */
export async function onOneClient<T>(
  pool: pg.Pool,
  act: (client: pg.ClientBase) => Promise<T>,
  mode: 'writing' | 'snapshot' = 'writing',
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(
      mode === 'writing' ? 'begin' : 'begin isolation level repeatable read read only',
    );
    const result = await act(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    // Closes the connection, which undoes everything: in the middle of a COPY it accepts no other
    // command.
    client.release(true);
    throw error;
  }
}

/**
 * Takes a lock named by these words and holds it until the transaction ends. Waits while somebody
 * else holds it.
 */
export async function lockFor(tx: Db, ...words: (string | number)[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${words.join(' ')}, 0))`.execute(tx);
}
