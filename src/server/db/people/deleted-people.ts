import { z } from 'zod';

import { roleNames, type RoleName } from '#domain/people/roles.ts';
import type { Db } from '#server/db/statements/transaction.ts';

const detailsSchema = z.object({ name: z.string(), role: z.enum(roleNames) });

/**
 * Returns the name and role of a person whose account is deleted, from the audit trail, which keeps
 * them as they were. Null when nobody with this id was deleted.
 */
export async function findDeleted(
  db: Db,
  id: number,
): Promise<{ id: number; name: string; roleName: RoleName } | null> {
  const event = await db
    .selectFrom('auditEvents')
    .select('details')
    .where('action', '=', 'user.deleted')
    .where('objectId', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const details = detailsSchema.safeParse(event?.details).data;
  return details ? { id, name: details.name, roleName: details.role } : null;
}
