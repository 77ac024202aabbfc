import { sql } from 'kysely';

import type { Db } from '#server/db/statements/transaction.ts';

/**
 * Deletes rows that nothing needs any more:
 *
 * - sessions that ended;
 * - stored replies to repeatable calls, after a day; after 30 days for PATCH, which a device may
 *   repeat weeks later;
 * - failed sign-ins, after a day;
 * - devices that were silent for more than a year and had nothing left to send;
 * - job states of machines that are gone.
 */
export async function deleteOutdatedRows(db: Db): Promise<void> {
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
