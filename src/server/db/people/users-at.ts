import { rolesThat } from '#domain/people/roles.ts';
import type { Db } from '#server/db/statements/transaction.ts';

/** Returns those of the users who see the hotel and can sign in. */
export function usersAt(db: Db, hotelId: number, ids: readonly number[]) {
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
    )
    .execute();
}

/** Returns the name of a user who sees the hotel and can sign in. */
export async function findUserAt(db: Db, hotelId: number, id: number): Promise<string | undefined> {
  const [user] = await usersAt(db, hotelId, [id]);
  return user?.name;
}
