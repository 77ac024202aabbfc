import { assignableRoles } from '#domain/people/roles.ts';
import type { Db } from '#server/db/statements/transaction.ts';

/** Selects the people that hotels can be assigned to, as `user`. */
export function selectConsultants(db: Db) {
  return db
    .selectFrom('systemUsers as user')
    .innerJoin('userRoles as role', 'role.id', 'user.roleId')
    .where('role.name', 'in', assignableRoles);
}
