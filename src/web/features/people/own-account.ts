import { can } from '#domain/people/person.ts';
import type { SystemUser } from '#domain/people/system-user.ts';

/**
 * Why nobody may deactivate, delete or re-role this account from here, or undefined where one may.
 * Whoever sees this screen is an active Admin, so the last one is always oneself; the server holds
 * the same rules against what other Admins do meanwhile.
 */
export function whyGuarded(
  user: SystemUser,
  users: readonly SystemUser[],
  ownId: number,
): string | undefined {
  if (user.id !== ownId) return undefined;
  const isAlone = !users.some((one) => one.id !== ownId && one.isActive && manages(one));
  return isAlone
    ? 'This is your own account and the last active Admin. There must always be one.'
    : 'This is your own account. Only another Admin can deactivate or delete it.';
}

function manages(user: SystemUser): boolean {
  return can(user, 'users.manage');
}
