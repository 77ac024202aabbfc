import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from 'kysely';

import type { Db } from './transaction.ts';

/** Returns '' when a write ends, or why none does. */
export type TryWriting = () => Promise<string>;

/** The milliseconds that an answer holds for everybody, and how long the callers wait for one. */
const keptFor = 1_000;
const patience = 3_000;
/** How long a commit waits for a standby until no other one is tried, as PostgreSQL writes it. */
const tooLong = '5 seconds';

const noWriteEnds = 'No write of the database ends.';

/**
 * Returns a function that tries whether a write ends, by making one.
 *
 * Nothing else would tell: a database that is read-only, whose disk is full, or whose synchronous
 * standby is gone still answers every read. In the last case a commit neither fails nor ends.
 *
 * Anybody may call `/api/ready`, as often as they like. So one write is under way at a time, callers
 * share it, and its answer holds for a second. Callers wait three seconds for it; the write goes on,
 * and the next callers wait for the same one. When its connection is given up, after 30 silent
 * seconds, the server still waits in its name. Another write would wait beside it, and minute by
 * minute these would take all connections of the server. So while any commit of ours has waited for
 * a standby for five seconds, none is tried: that commit ends once writes do.
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
    // A real row of a real table: nothing less fails in every case.
    await sql`update installation set epoch = epoch`.execute(db);
    return '';
  } catch (error) {
    const isReadOnly = (error as { code?: string }).code === '25006';
    return isReadOnly ? 'The database is read-only.' : 'The database takes no writes.';
  }
}
