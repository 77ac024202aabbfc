import { sql } from 'kysely';

import type { Db } from './transaction.ts';

/**
 * Gives the interview a session of its own, where only its response tells of it (the view
 * `interviews`): what is to be changed needs a row, and so does what is to outlive the response.
 */
export async function giveSession(
  db: Db,
  by: 'id' | 'client_id',
  value: number | string,
): Promise<void> {
  await sql`
    insert into interview_sessions overriding system value
    select * from interviews where ${sql.ref(by)} = ${value}
    on conflict do nothing`.execute(db);
}
