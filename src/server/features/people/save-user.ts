import { sql } from 'kysely';
import type { z } from 'zod';

import { shortestPassword } from '#domain/people/password.ts';
import { actionsOf, canBeAssignedHotels, type RoleName } from '#domain/people/roles.ts';
import type { systemUserInputSchema } from '#domain/people/system-user.ts';
import { passwordHashOf } from '#server/db/password-hash.ts';
import type { Db } from '#server/db/transaction.ts';
import { whyGuessable } from '#server/guessable-password.ts';
import { endSessionsOf } from '#server/http/auth-sessions.ts';
import { hashPassword, verifyPassword } from '#server/passwords.ts';
import { invalid } from '#server/problems.ts';
import * as queries from './queries.ts';

type Input = z.output<typeof systemUserInputSchema>;

export async function chosenRole(db: Db, { roleId }: Input): Promise<RoleName> {
  const name = await queries.roleNameOf(db, roleId);
  if (!name) throw invalid('roleId', 'Role is required');
  return name;
}

/** A blank password is none. */
function passwordOf({ password }: Input): string | undefined {
  return password?.trim() ? password : undefined;
}

/** Without a password the installation's default one is given (rule 3). */
export async function createUser(db: Db, input: Input, roleName: RoleName): Promise<number> {
  const { password: _, assignedHotelIds, ...fields } = input;
  const given = passwordOf(input) ?? (await queries.defaultUserPassword(db));
  const set = await newPassword(db, given, roleName);
  const id = await queries.insertUser(db, { ...fields, ...set });
  await queries.assignHotels(db, id, hotelsOf(roleName, assignedHotelIds));
  return id;
}

/**
 * Replaces what is stored. A blank password keeps the old one, and so does one that they chose
 * themselves; one that was given to them is given for another 72 hours. Ends the person's
 * sessions where their role, their password or their being active changed (rule 2). Answers whether
 * they have another password now.
 *
 * @param ownToken the session of an Admin who changes their own account: their password is chosen by
 * its owner, and stays unless it is weak
 */
export async function replaceUser(
  db: Db,
  stored: queries.UserRow,
  input: Input,
  roleName: RoleName,
  ownToken: string | undefined,
): Promise<{ newPassword: boolean }> {
  const { password: _, assignedHotelIds, ...fields } = input;
  const given = passwordOf(input);
  const isNew =
    given !== undefined &&
    (stored.passwordUntil !== null ||
      !(await verifyPassword(await passwordHashOf(db, stored.id), given)));
  if (stored.hasDefaultPassword && !isNew) refuseDefaultFor(roleName);
  const set = isNew ? await newPassword(db, given, roleName) : {};
  const own = isNew &&
    ownToken !== undefined && {
      mustChangePassword: await isWeak(given, input),
      passwordGivenAt: null,
    };
  await queries.updateUser(db, stored.id, { ...fields, ...set, ...own });
  await queries.assignHotels(db, stored.id, hotelsOf(roleName, assignedHotelIds));
  if (isNew || fields.roleId !== stored.roleId || !fields.isActive)
    await endSessionsOf(db, stored.id, ownToken);
  return { newPassword: isNew };
}

/**
 * What one person gives another opens nothing but the choice of a password of one's own, and that for
 * 72 hours (rule 47).
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

/** Whoever was ever told the default password could enter a new account before its owner does. */
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
