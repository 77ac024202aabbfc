import { sql } from 'kysely';

import { givenPasswordHours } from '#domain/people/password.ts';
import { rolesThat } from '#domain/people/roles.ts';
import type { Db } from '#server/db/transaction.ts';

/**
 * The account with this e-mail address, in any case. Its password opens it unless the account is
 * inactive, or an Admin gave the password more than 72 hours ago, or the account is an Admin's and has
 * the default password (rule 47).
 */
export function findAccount(db: Db, email: string) {
  return db
    .selectFrom('systemUsers as user')
    .innerJoin('userRoles as role', 'role.id', 'user.roleId')
    .select([
      'user.id',
      'user.name',
      'user.passwordHash',
      sql<boolean>`is_active
        and (password_given_at > now() - make_interval(hours => ${givenPasswordHours})) is not false
        and not (has_default_password and role.name = any(${rolesThat('users.manage')}))`.as(
        'isOpen',
      ),
    ])
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
}

/**
 * Notes the sign-in, with the hash that the account has from now on, and holds the account until
 * the transaction ends; false where it was deactivated or got another hash since its password was
 * looked at.
 */
export async function noteSignIn(
  db: Db,
  { id, passwordHash, nextHash }: { id: number; passwordHash: string; nextHash: string },
): Promise<boolean> {
  const row = await db
    .updateTable('systemUsers')
    .set({ lastLogin: sql`now()`, passwordHash: nextHash })
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .where('isActive', '=', true)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function isDefaultPassword(db: Db, password: string): Promise<boolean> {
  const row = await db
    .selectFrom('installation')
    .select('onlyRow')
    .where('defaultUserPassword', '=', password)
    .executeTakeFirst();
  return row !== undefined;
}

/** False where the password is no longer the one that was looked at. */
export async function replacePassword(
  db: Db,
  id: number,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const row = await db
    .updateTable('systemUsers')
    .set({
      passwordHash: to,
      mustChangePassword: false,
      passwordGivenAt: null,
      hasDefaultPassword: false,
      updatedAt: sql`now()`,
    })
    .where('id', '=', id)
    .where('passwordHash', '=', from)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export function listRoles(db: Db) {
  return db.selectFrom('userRoles').selectAll().orderBy('id').execute();
}
