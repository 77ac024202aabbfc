import { sql, type Kysely, type Transaction } from 'kysely';

import type pg from 'pg';

import type { Database } from './schema.ts';

/** A database, or a transaction within it: what queries take. */
export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;

/**
 * The only place that begins a transaction. One write request is one transaction, answered after
 * its commit, so whatever was answered is stored and whatever was refused left no trace.
 *
 * Deferred constraints are checked before the commit, inside `act`'s error handling, so that their
 * refusal reads like any other.
 */
export function inTransaction<T>(db: Db, act: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    const result = await act(tx);
    await sql`set constraints all immediate`.execute(tx);
    return result;
  });
}

/**
 * One transaction on one connection, for what only the driver itself can do, such as COPY. A
 * snapshot sees one moment, and changes nothing.
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
    // Closed, which undoes all: in the middle of a COPY it takes no other command.
    client.release(true);
    throw error;
  }
}

/** Waits for, and holds until the transaction ends, a lock known by these words. */
export async function lockFor(tx: Db, ...words: (string | number)[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${words.join(' ')}, 0))`.execute(tx);
}
