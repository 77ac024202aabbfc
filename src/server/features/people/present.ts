import type { SystemUser } from '#domain/people/system-user.ts';

import type { UserRow } from './queries.ts';

export function presentUser({ roleName, ...user }: UserRow): SystemUser {
  return { ...user, role: { id: user.roleId, name: roleName } };
}
