import { sql } from 'kysely';

import { givenPasswordHours } from '#domain/people/password.ts';
import { rolesThat } from '#domain/people/roles.ts';
import type { Db } from '#server/db/statements/transaction.ts';

/**
 * Finds the account with this e-mail address, ignoring case. `isOpen` is false when the account is
 * inactive, when an Admin gave the password more than 72 hours ago, or when an Admin's account has
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
 * Stores the time of the sign-in and the account's new hash, and locks the account until the
 * transaction ends. Returns false when the account was deactivated or got another hash since its
 * password was checked.
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

/** Returns false when the password was changed since it was checked. */
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
