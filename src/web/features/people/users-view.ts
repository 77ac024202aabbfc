import { z } from 'zod';

import { roleNames } from '#domain/people/roles.ts';
import type { SystemUser } from '#domain/people/system-user.ts';

/** What the URL of User Management holds: which users to show. */
export const usersViewSchema = z.object({
  search: z.string().default(''),
  role: z.enum(roleNames).optional(),
});
export type UsersView = z.output<typeof usersViewSchema>;

/**
 * Returns the users whose name, e-mail or number contains every word of the search, in the same
 * order.
 */
export function usersIn({ search, role }: UsersView, users: readonly SystemUser[]): SystemUser[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return users.filter((user) => {
    const text = `${user.name} ${user.email} ${user.mobileNumber}`.toLowerCase();
    return (!role || user.role.name === role) && words.every((word) => text.includes(word));
  });
}
