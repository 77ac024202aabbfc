import { sql } from 'kysely';
import type { z } from 'zod';

import { shortestPassword } from '#domain/people/password.ts';
import { actionsOf, canBeAssignedHotels, type RoleName } from '#domain/people/roles.ts';
import type { systemUserChangeSchema, systemUserInputSchema } from '#domain/people/system-user.ts';
import { passwordHashOf } from '#server/db/people/password-hash.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { whyGuessable } from '#server/guessable-password.ts';
import { endSessionsOf } from '#server/http/auth-sessions.ts';
import { hashPassword, verifyPassword } from '#server/passwords.ts';
import { invalid } from '#server/problems.ts';
import * as queries from './queries.ts';

type Input = z.output<typeof systemUserInputSchema>;
type Change = z.output<typeof systemUserChangeSchema>;

export async function chosenRole(db: Db, roleId: number): Promise<RoleName> {
  const name = await queries.roleNameOf(db, roleId);
  if (!name) throw invalid('roleId', 'Role is required');
  return name;
}

/** Returns the password; undefined when it is blank. */
function passwordOf({ password }: Pick<Change, 'password'>): string | undefined {
  return password?.trim() ? password : undefined;
}

/**
 * Creates a user and returns the id. Without a password, the user gets the installation's default
 * one (rule 3).
 */
export async function createUser(db: Db, input: Input, roleName: RoleName): Promise<number> {
  const { password: _, assignedHotelIds, ...fields } = input;
  const given = passwordOf(input) ?? (await queries.defaultUserPassword(db));
  const set = await newPassword(db, given, roleName);
  const id = await queries.insertUser(db, { ...fields, ...set });
  await queries.assignHotels(db, id, hotelsOf(roleName, assignedHotelIds));
  return id;
}

/**
 * Changes the given fields of a person; a field that is left out stays as it is stored. Returns
 * whether they have a new password now.
 *
 * | the form's password                      | what happens                                  |
 * | ---------------------------------------- | --------------------------------------------- |
 * | blank, or left out                       | the old one stays                             |
 * | the same, and its owner chose it         | the old one stays                             |
 * | the same, and it was given to its owner  | it is given again, valid for another 72 hours |
 * | another                                  | it is the new password                        |
 *
 * Ends the person's sessions when the role or the password changed, or the person is inactive (rule
 * 2). Removes the person's hotels when the role cannot have any.
 *
 * @param ownToken the session of an Admin who changes their own account. Such a password counts as
 * chosen by its owner, so it stays unless it is weak
 */
export async function changeUser(
  db: Db,
  stored: queries.UserRow,
  change: Change,
  roleName: RoleName,
  ownToken: string | undefined,
): Promise<{ newPassword: boolean }> {
  const { password: _, assignedHotelIds, ...fields } = change;
  const { name = stored.name, email = stored.email, isActive = stored.isActive } = fields;
  const given = passwordOf(change);
  const isNew =
    given !== undefined &&
    (stored.passwordUntil !== null ||
      !(await verifyPassword(await passwordHashOf(db, stored.id), given)));
  if (stored.hasDefaultPassword && !isNew) refuseDefaultFor(roleName);
  const set = isNew ? await newPassword(db, given, roleName) : {};
  const own = isNew &&
    ownToken !== undefined && {
      mustChangePassword: await isWeak(given, { name, email }),
      passwordGivenAt: null,
    };
  await queries.updateUser(db, stored.id, { ...fields, ...set, ...own });
  if (assignedHotelIds !== undefined || !canBeAssignedHotels(roleName))
    await queries.assignHotels(db, stored.id, hotelsOf(roleName, assignedHotelIds ?? null));
  if (isNew || roleName !== stored.roleName || !isActive)
    await endSessionsOf(db, stored.id, ownToken);
  return { newPassword: isNew };
}

/**
 * Returns the columns of a password that one person gives another. With it, its owner can only
 * choose a password of their own, and only for 72 hours (rule 47).
 */
async function newPassword(
  db: Db,
  password: string,
  roleName: RoleName,
): Promise<queries.NewPassword> {
  const isDefault = password === (await queries.defaultUserPassword(db));
  if (isDefault) refuseDefaultFor(roleName);
  return {
    passwordHash: await hashPassword(password),
    mustChangePassword: true,
    passwordGivenAt: sql`now()`,
    hasDefaultPassword: isDefault,
  };
}

/**
 * Throws for a role that manages people: everybody who was ever told the default password could
 * enter a new account before its owner does.
 */
function refuseDefaultFor(roleName: RoleName): void {
  if (!actionsOf[roleName].includes('users.manage')) return;
  throw invalid('password', 'An Admin cannot have the default password: make a one-time password');
}

async function isWeak(password: string, owner: Pick<Input, 'name' | 'email'>): Promise<boolean> {
  return password.length < shortestPassword || (await whyGuessable(password, owner)) !== undefined;
}

function hotelsOf(roleName: RoleName, ids: readonly number[] | null): readonly number[] {
  return ids && canBeAssignedHotels(roleName) ? ids : [];
}
