import { sql } from 'kysely';

import type { Db } from '#server/db/statements/transaction.ts';

/** Returns how many rounds the cycle has. */
export async function countRounds(db: Db, cycleId: number): Promise<number> {
  const { count } = await db
    .selectFrom('rounds')
    .select(sql<number>`count(*)`.as('count'))
    .where('cycleId', '=', cycleId)
    .executeTakeFirstOrThrow();
  return count;
}
