import { sql } from 'kysely';

import { onlyRow } from '#server/db/statements/only-row.ts';
import type { Db } from '#server/db/statements/transaction.ts';

/**
 * Returns the epoch that devices compare (`installation.epoch`, and the server's timeline after the
 * first).
 *
 * A server that is promoted from a standby, or recovered to a point in time, may lack what was
 * confirmed before: devices have to offer it again, so they must see another epoch. PostgreSQL gives
 * each such server the next timeline, with its first write and before anybody can connect to write.
 * So the timeline is read here with the epoch, in one statement: a process cannot confirm anything of
 * the new server under the old epoch. Nothing has to be stored when a standby is promoted, by us or
 * by an operator at night.
 *
 * The first timeline adds nothing: it is that of nearly all servers, and devices know their epoch
 * already. Throws while the server is a standby, which has no timeline of its own.
 */
export async function readEpoch(db: Db): Promise<string> {
  const { rows } = await sql<{ epoch: string; timeline: string }>`
    select epoch, left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline
    from installation`.execute(db);
  const { epoch, timeline } = onlyRow(rows);
  const number = Number.parseInt(timeline, 16);
  return number === 1 ? epoch : `${epoch}-${number}`;
}
