import { sql, type RawBuilder } from 'kysely';

import { rolesThat } from '#domain/people/roles.ts';
import { byName } from '#server/db/statements/name-order.ts';
import type { Db } from '#server/db/statements/transaction.ts';

/** Selects those of the users who see the hotel and can sign in. */
function selectUsersAt(db: Db, hotelId: RawBuilder<number>, ids: readonly number[]) {
  return db
    .selectFrom('systemUsers as user')
    .innerJoin('userRoles as role', 'role.id', 'user.roleId')
    .select(['user.id', 'user.name'])
    .where('user.id', 'in', ids)
    .where('user.isActive', '=', true)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('role.name', 'in', rolesThat('hotels.all')),
        exists(
          selectFrom('assignedHotels as assigned')
            .select('assigned.hotelId')
            .whereRef('assigned.userId', '=', 'user.id')
            .where('assigned.hotelId', '=', hotelId),
        ),
      ]),
    );
}

/** Returns those of the users who see the hotel and can sign in. */
export function usersAt(db: Db, hotelId: number, ids: readonly number[]) {
  return selectUsersAt(db, sql`${hotelId}`, ids).execute();
}

/** Returns the names of those hotels that the user does not see: all of them, if the user cannot sign in. */
export async function hotelsUnseenBy(
  db: Db,
  userId: number,
  hotelIds: readonly number[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('hotels as hotel')
    .select('hotel.hotelName')
    .where('hotel.id', '=', sql<number>`any(${[...hotelIds]})`)
    .where(({ not, exists }) => not(exists(selectUsersAt(db, sql.ref('hotel.id'), [userId]))))
    .orderBy(byName('hotel.hotel_name'))
    .execute();
  return rows.map(({ hotelName }) => hotelName);
}

/** Returns the name of a user who sees the hotel and can sign in. */
export async function findUserAt(db: Db, hotelId: number, id: number): Promise<string | undefined> {
  const [user] = await usersAt(db, hotelId, [id]);
  return user?.name;
}
