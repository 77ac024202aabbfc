import { sql } from 'kysely';

import type { Db } from '#server/db/transaction.ts';

/**
 * Deletes what has had its time: sessions that ended, answers kept for calls that may be sent
 * again (those for changes that a device may send weeks later, for 30 days), guesses long past, devices that have not been heard of for more than a year and had
 * nothing waiting, and the job states of machines that are gone. Nothing else relies on it.
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
