import { sql } from 'kysely';

import type { Db } from '#server/db/transaction.ts';

/**
 * Deletes what has had its time, and nothing else relies on: sessions that ended; kept answers to calls
 * that may be sent again, after a day (after 30 days for changes, which a device may send weeks later);
 * guesses long past; devices not heard of for more than a year that had nothing waiting; and the job
 * states of machines that are gone.
 */
export async function keepHouse(db: Db): Promise<void> {
  await db
    .deleteFrom('authSessions')
    .where('expiresAt', '<', sql<string>`now()`)
    .execute();
  await db
    .deleteFrom('requestKeys')
    .where(
      'createdAt',
      '<',
      sql<string>`now() - case when route like 'PATCH %' then interval '30 days' else interval '1 day' end`,
    )
    .execute();
  await db
    .deleteFrom('signInFailures')
    .where('lastFailureAt', '<', sql<string>`now() - interval '1 day'`)
    .execute();
  await db
    .deleteFrom('devices')
    .where('waiting', '=', 0)
    .where('reportedAt', '<', sql<string>`now() - interval '400 days'`)
    .execute();
  await db
    .deleteFrom('backgroundJobs')
    .where('place', '<>', '')
    .where('dueAt', '<', sql<string>`now() - interval '1 day'`)
    .execute();
}
