import type { z } from 'zod';

import { whyGuessable } from '#domain/people/guessable-password.ts';
import { canBeAssignedHotels, type RoleName } from '#domain/people/roles.ts';
import type { systemUserInputSchema } from '#domain/people/system-user.ts';
import type { Db } from '#server/db/transaction.ts';
import { endSessionsOf } from '#server/http/auth-sessions.ts';
import { hashPassword } from '#server/passwords.ts';
import { invalid } from '#server/problems.ts';
import * as queries from './queries.ts';

type Input = z.output<typeof systemUserInputSchema>;

export async function chosenRole(db: Db, { roleId }: Input): Promise<RoleName> {
  const name = await queries.roleNameOf(db, roleId);
  if (!name) throw invalid('roleId', 'Role is required');
  return name;
}

/** A blank password is none. */
export function passwordOf({ password }: Input): string | undefined {
  return password?.trim() ? password : undefined;
}

/** Without a password the installation's default one is given (decision 3). */
export async function createUser(db: Db, input: Input, roleName: RoleName): Promise<number> {
  const { password: _, assignedHotelIds, ...fields } = input;
  const given = passwordOf(input) ?? (await queries.defaultUserPassword(db));
  const id = await queries.insertUser(db, { ...fields, ...(await newPassword(db, given, input)) });
  await queries.assignHotels(db, id, hotelsOf(roleName, assignedHotelIds));
  return id;
}

/**
 * Replaces what is stored; a blank password keeps the old one. Ends the person's sessions where
 * their role, their password or their being active changed (decision 2).
 */
export async function replaceUser(
  db: Db,
  stored: queries.UserRow,
  input: Input,
  roleName: RoleName,
  ownToken: string | undefined,
): Promise<void> {
  const { password: _, assignedHotelIds, ...fields } = input;
  const given = passwordOf(input);
  const set = given === undefined ? {} : await newPassword(db, given, input);
  await queries.updateUser(db, stored.id, { ...fields, ...set });
  await queries.assignHotels(db, stored.id, hotelsOf(roleName, assignedHotelIds));
  if (given !== undefined || fields.roleId !== stored.roleId || !fields.isActive)
    await endSessionsOf(db, stored.id, ownToken);
}

/** Whoever is given the default password, knowingly or not, must replace it at first sign-in. */
async function newPassword(
  db: Db,
  password: string,
  owner: Pick<Input, 'name' | 'email'>,
): Promise<queries.NewPassword> {
  const mustChangePassword = password === (await queries.defaultUserPassword(db));
  const reason = mustChangePassword ? undefined : whyGuessable(password, owner);
  if (reason !== undefined) throw invalid('password', reason);
  return { passwordHash: await hashPassword(password), mustChangePassword };
}

function hotelsOf(roleName: RoleName, ids: readonly number[] | null): readonly number[] {
  return ids && canBeAssignedHotels(roleName) ? ids : [];
}
