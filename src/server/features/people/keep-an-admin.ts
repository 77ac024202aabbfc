import { can } from '#domain/people/person.ts';
import type { RoleName } from '#domain/people/roles.ts';
import type { Db } from '#server/db/transaction.ts';
import { notFound, ProblemError } from '#server/problems.ts';
import { findUser, hasAnotherManager, holdPowers, type UserRow } from './queries.ts';

/**
 * Someone to be changed, with nobody else being changed meanwhile: of two Admins who dismiss each
 * other at the same moment, the second must find the first one's deed done.
 */
export async function findUserToChange(db: Db, id: number): Promise<UserRow> {
  await holdPowers(db);
  const user = await findUser(db, id);
  if (!user) throw notFound('The user');
  return user;
}

/** What becomes of someone: null when they are deleted. */
type Fate = { roleName: RoleName; isActive: boolean } | null;

/**
 * Refuses what would leave nobody to manage people, and what would take one's own powers: that is
 * always a slip, and one that the person could not mend.
 */
export async function keepAnAdmin(
  db: Db,
  user: UserRow,
  fate: Fate,
  actorId: number,
): Promise<void> {
  const keepsPowers = fate?.isActive === true && (!manages(user) || manages(fate));
  if (keepsPowers) return;
  if (user.id === actorId) throw new ProblemError('conflict', ownPowers(fate));
  if (!user.isActive || !manages(user)) return;
  if (!(await hasAnotherManager(db, user.id)))
    throw new ProblemError(
      'conflict',
      'There must always be an active Admin, and this is the last.',
    );
}

function manages({ roleName }: { roleName: RoleName }): boolean {
  return can({ role: { name: roleName } }, 'users.manage');
}

function ownPowers(fate: Fate): string {
  if (!fate) return 'You cannot delete your own account. Another Admin can.';
  if (!fate.isActive) return 'You cannot deactivate your own account. Another Admin can.';
  return 'You cannot change your own role. Another Admin can.';
}
