import { can } from '#domain/people/person.ts';
import type { SystemUser } from '#domain/people/system-user.ts';

/**
 * Returns why nobody may deactivate this account, delete it or change its role from here; undefined
 * when they may. Only active Admins see this screen, so the last active Admin can only be the
 * person's own account. The server checks the same rules, because other Admins may make changes
 * meanwhile.
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
