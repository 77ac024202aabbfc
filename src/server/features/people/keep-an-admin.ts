import { can } from '#domain/people/person.ts';
import type { RoleName } from '#domain/people/roles.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { notFound, ProblemError } from '#server/problems.ts';
import { findUser, hasAnotherManager, lockPermissions, type UserRow } from './queries.ts';

/**
 * Finds a person who is about to be changed, and locks so that nobody else is changed meanwhile.
 * When two Admins deactivate each other at the same moment, the second must see what the first did.
 */
export async function findUserToChange(db: Db, id: number): Promise<UserRow> {
  await lockPermissions(db);
  const user = await findUser(db, id);
  if (!user) throw notFound('The user');
  return user;
}

/** A person's role and status after the change; null when they are deleted. */
type Fate = { roleName: RoleName; isActive: boolean } | null;

/**
 * Throws when nobody could manage people any more. Also throws when an Admin would lose their own
 * rights: that is always a mistake, and one that they could not undo.
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
