import { sql, type RawBuilder } from 'kysely';

import { givenPasswordHours } from '#domain/people/password.ts';
import { rolesThat, type RoleName } from '#domain/people/roles.ts';
import type { SystemUser } from '#domain/people/system-user.ts';
import { selectConsultants } from '#server/db/people/consultants.ts';
import { byName } from '#server/db/statements/name-order.ts';
import type { Db } from '#server/db/statements/transaction.ts';

/** Selects people as Admins see them. The password hash is not selected, so that it cannot leak. */
function selectUsers(db: Db) {
  return db
    .selectFrom('systemUsers as user')
    .innerJoin('userRoles as role', 'role.id', 'user.roleId')
    .select([
      'user.id',
      'user.name',
      'user.email',
      'user.mobileNumber',
      'user.roleId',
      'role.name as roleName',
      'user.isActive',
      'user.mustChangePassword',
      'user.hasDefaultPassword',
      sql<
        string | null
      >`"user".password_given_at + make_interval(hours => ${givenPasswordHours})`.as(
        'passwordUntil',
      ),
      'user.lastLogin',
      'user.createdAt',
      'user.updatedAt',
      sql<SystemUser['assignedHotelIds']>`(
        select array_agg(hotel_id order by hotel_id)
        from hotel_assignments where user_id = "user".id)`.as('assignedHotelIds'),
    ]);
}

export type UserRow = Awaited<ReturnType<typeof listUsers>>[number];

export function listUsers(db: Db) {
  return selectUsers(db).orderBy(byName('user.name')).orderBy('user.id').execute();
}

export function findUser(db: Db, id: number) {
  return selectUsers(db).where('user.id', '=', id).executeTakeFirst();
}

export function listConsultants(db: Db) {
  return selectConsultants(db)
    .select(['user.id', 'user.name'])
    .orderBy(byName('user.name'))
    .orderBy('user.id')
    .execute();
}

const managing = rolesThat('users.manage');

/** Locks until the transaction ends, so that nobody else changes who has which rights. */
export async function lockPermissions(db: Db): Promise<void> {
  await db
    .selectFrom('userRoles')
    .select('id')
    .where('name', 'in', managing)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** True when somebody other than this person can manage people. */
export async function hasAnotherManager(db: Db, exceptId: number): Promise<boolean> {
  const row = await db
    .selectFrom('systemUsers as user')
    .innerJoin('userRoles as role', 'role.id', 'user.roleId')
    .select('user.id')
    .where('role.name', 'in', managing)
    .where('user.isActive', '=', true)
    .where('user.id', '!=', exceptId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function roleNameOf(db: Db, roleId: number): Promise<RoleName | undefined> {
  const row = await db
    .selectFrom('userRoles')
    .select('name')
    .where('id', '=', roleId)
    .executeTakeFirst();
  return row?.name;
}

export async function defaultUserPassword(db: Db): Promise<string> {
  const row = await db
    .selectFrom('installation')
    .select('defaultUserPassword')
    .executeTakeFirstOrThrow();
  return row.defaultUserPassword;
}

type UserFields = {
  name: string;
  email: string;
  mobileNumber: string;
  roleId: number;
  isActive: boolean;
};
export type NewPassword = {
  passwordHash: string;
  mustChangePassword: boolean;
  /** The time of the statement; null for a password that its owner chose. */
  passwordGivenAt: RawBuilder<string> | null;
  hasDefaultPassword: boolean;
};

export async function insertUser(db: Db, user: UserFields & NewPassword): Promise<number> {
  const { id } = await db
    .insertInto('systemUsers')
    .values(user)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type Stored = UserFields & NewPassword;
type UserChanges = { [F in keyof Stored]?: Stored[F] | undefined };

/** Changes the given fields only. Without a new password, the old one stays. */
export async function updateUser(db: Db, id: number, changes: UserChanges): Promise<void> {
  await db
    .updateTable('systemUsers')
    .set({ ...changes, updatedAt: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/**
 * What names a person and is locked together with other rows, in the order of locks (docs/architecture.md). A deletion
 * empties the columns, and by itself it would lock the rows as PostgreSQL finds them.
 */
const namedBy = [
  ['evidence', ['taken_by_id']],
  ['waivers', ['granted_by_id', 'revoked_by_id']],
  ['responses', ['reviewed_by_id']],
  ['appeals', ['filed_by_id', 'closed_by_id']],
  ['rounds', ['submitted_by_id', 'approved_by_id', 'reopened_by_id']],
  ['actions', ['owner_user_id']],
] as const;

/** Deletes a person. First locks them and what names them, in the order in which others lock the same. */
export async function deleteUser(db: Db, id: number): Promise<void> {
  await sql`select from system_users where id = ${id} for update`.execute(db);
  for (const [table, columns] of namedBy)
    await sql`select from ${sql.table(table)}
      where ${sql.join(
        columns.map((column) => sql`${sql.ref(column)} = ${id}`),
        sql` or `,
      )} order by id for no key update`.execute(db);
  await db.deleteFrom('systemUsers').where('id', '=', id).execute();
}

/**
 * Replaces a person's list of hotels. Rows that stay in the list are not touched, because every
 * change is recorded (migration 15). A hotel that does not exist violates a constraint.
 */
export async function assignHotels(
  db: Db,
  userId: number,
  hotelIds: readonly number[],
): Promise<void> {
  await db
    .deleteFrom('hotelAssignments')
    .where('userId', '=', userId)
    .where(sql<boolean>`hotel_id <> all(${hotelIds}::int[])`)
    .execute();
  await sql`insert into hotel_assignments (user_id, hotel_id)
    select ${userId}::int, unnest(${hotelIds}::int[])
    on conflict do nothing`.execute(db);
}
