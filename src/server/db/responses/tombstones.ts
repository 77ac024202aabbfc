import type { Insertable, Selectable } from 'kysely';

import type { Database } from '#server/db/schema/schema.ts';
import type { Db } from '#server/db/statements/transaction.ts';

type Tombstones = Database['tombstones'];

/** Stores that something was deleted on purpose, so that a late copy of it does not bring it back. */
export async function leaveTombstone(db: Db, tombstone: Insertable<Tombstones>): Promise<void> {
  await db
    .insertInto('tombstones')
    .values(tombstone)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns whether something of this kind with this client id was deleted on purpose. */
export async function hasTombstone(
  db: Db,
  kind: Selectable<Tombstones>['kind'],
  clientId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('tombstones')
    .select('clientId')
    .where('kind', '=', kind)
    .where('clientId', '=', clientId)
    .executeTakeFirst();
  return row !== undefined;
}
