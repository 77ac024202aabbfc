import type { z } from 'zod';

import { whyGuessable } from '#domain/people/guessable-password.ts';
import { shortestPassword } from '#domain/people/password.ts';
import { canBeAssignedHotels, type RoleName } from '#domain/people/roles.ts';
import type { systemUserInputSchema } from '#domain/people/system-user.ts';
import { passwordHashOf } from '#server/db/password-hash.ts';
import type { Db } from '#server/db/transaction.ts';
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
  const id = await queries.insertUser(db, { ...fields, ...(await newPassword(db, given, input)) });
  await queries.assignHotels(db, id, hotelsOf(roleName, assignedHotelIds));
  return id;
}

/**
 * Replaces what is stored; a blank password keeps the old one, and so does the one that they have
 * already. Ends the person's sessions where their role, their password or their being active
 * changed (rule 2). Answers whether they have another password now.
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
    given !== undefined && !(await verifyPassword(await passwordHashOf(db, stored.id), given));
  const set = isNew ? await newPassword(db, given, input) : {};
  await queries.updateUser(db, stored.id, { ...fields, ...set });
  await queries.assignHotels(db, stored.id, hotelsOf(roleName, assignedHotelIds));
  if (isNew || fields.roleId !== stored.roleId || !fields.isActive)
    await endSessionsOf(db, stored.id, ownToken);
  return { newPassword: isNew };
}

/**
 * An Admin may hand over what its owner could not choose for themselves: the default password, a
 * short one, or one that is easy to guess. It opens nothing but the choice of another (rule 3).
 */
async function newPassword(
  db: Db,
  password: string,
  owner: Pick<Input, 'name' | 'email'>,
): Promise<queries.NewPassword> {
  const mustChangePassword =
    password.length < shortestPassword ||
    whyGuessable(password, owner) !== undefined ||
    password === (await queries.defaultUserPassword(db));
  return { passwordHash: await hashPassword(password), mustChangePassword };
}

function hotelsOf(roleName: RoleName, ids: readonly number[] | null): readonly number[] {
  return ids && canBeAssignedHotels(roleName) ? ids : [];
}
