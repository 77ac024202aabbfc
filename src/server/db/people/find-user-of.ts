import { sql } from 'kysely';

import { rolesThat } from '#domain/people/roles.ts';
import type { Db } from '#server/db/statements/transaction.ts';

/** Returns the name of a user who sees the hotel and can sign in. */
export async function findUserOf(db: Db, hotelId: number, id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('systemUsers as user')
    .innerJoin('userRoles as role', 'role.id', 'user.roleId')
    .select('user.name')
    .where('user.id', '=', id)
    .where('user.isActive', '=', true)
    .where(
      sql<boolean>`(role.name = any(${[...rolesThat('hotels.all')]}) or exists (
        select from assigned_hotels where user_id = ${id} and hotel_id = ${hotelId}))`,
    )
    .executeTakeFirst();
  return row?.name;
}
