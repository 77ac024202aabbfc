import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from 'kysely';

import { inTransaction, type Db } from '#server/db/statements/transaction.ts';

/** Returns '' when a write succeeds, or a sentence that says why it does not. */
export type TryWriting = () => Promise<string>;

/** The milliseconds for which a result is used again, and for which callers wait for one. */
const keptFor = 1_000;
const patience = 3_000;
/**
 * How long a commit may have waited for a standby before no other write is tried. It is an interval of PostgreSQL.
 */
const tooLong = '5 seconds';

/**
 * How many numbers need a file of about a megabyte when they have only 64 kB of memory.
 */
const spilling = 60_000;

const noWriteEnds = 'No write of the database ends.';

/**
 * Returns a function that makes a write, to find out whether writes succeed.
 *
 * Reading would not show it: a database that is read-only, whose disk is full, or whose synchronous standby is gone
 * still answers every read. In the last case a commit neither fails nor ends.
 *
 * Anybody may call `/api/ready`, as often as they like. So only one write is under way at a time. Callers share it,
 * and its result is used for a second. Callers wait three seconds for it; the write goes on, and the next callers
 * wait for the same one. After 30 seconds without data, our side closes the write's connection, but the server's
 * process for it still waits for the standby. If each further write left such a process behind, these would soon take
 * all connections of the server. So no write is tried while any commit of ours has waited for a standby for five
 * seconds: that commit ends as soon as writes succeed.
 */
export function createTryWriting(db: Db): TryWriting {
  let underWay: Promise<string> | undefined;
  let last = { answer: '', until: 0 };
  const tryNow = async () => {
    const answer = await write(db);
    last = { answer, until: performance.now() + keptFor };
    underWay = undefined;
    return answer;
  };
  return () => {
    if (performance.now() < last.until) return Promise.resolve(last.answer);
    underWay ??= tryNow();
    return Promise.race([underWay, sleep(patience, noWriteEnds, { ref: false })]);
  };
}

async function write(db: Db): Promise<string> {
  try {
    const { rows } = await sql`
      select from pg_stat_activity
      where usename = current_user and wait_event = 'SyncRep'
        and query_start < now() - ${tooLong}::interval limit 1`.execute(db);
    if (rows.length > 0) return noWriteEnds;
    await inTransaction(db, async (tx) => {
      // On a full disk the update below still succeeds, because its page has room. These numbers need a new file.
      await sql`set local work_mem = '64kB'`.execute(tx);
      await sql`select count(*) from generate_series(1, ${sql.lit(spilling)})`.execute(tx);
      // Writes a real row of a real table, because any smaller test could succeed where a real
      // write fails.
      await sql`update installation set epoch = epoch`.execute(tx);
    });
    return '';
  } catch (error) {
    const { code = '' } = error as { code?: string };
    return reasons[code] ?? 'The database takes no writes.';
  }
}

/** Why a write failed, by its SQLSTATE. */
const reasons: Readonly<Record<string, string>> = {
  '25006': 'The database is read-only.',
  '53100': 'The disk of the database is full.',
};
