import { sql, type RawBuilder, type SqlBool } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import type { Db } from './transaction.ts';

/**
 * Limits a query to the hotels someone sees: `where(inScope(scope, 'responses.hotel_id'))`. The
 * rule itself is the view `assigned_hotels`. A hotel that is gone is in nobody's limited scope.
 */
export function inScope(scope: Scope, hotelColumn: string): RawBuilder<SqlBool> {
  if (scope.kind === 'all') return sql<SqlBool>`true`;
  return sql<SqlBool>`${sql.ref(hotelColumn)} in (
    select hotel_id from assigned_hotels where user_id = ${scope.userId})`;
}

/**
 * The same for a read over many responses. PostgreSQL evaluates the functions while it plans, so the
 * hotels themselves are part of the plan, and planning keeps one branch of the `case`. For people who
 * see most hotels, that branch leaves the others out: seeing all hotels costs what it costs an Admin.
 * Planning takes some milliseconds where there are thousands of hotels, and pays where as many
 * responses are looked at (docs/decisions/0022). For statements without a name only: see migration 22.
 */
export function inScopeOfMany(scope: Scope, hotelColumn: string): RawBuilder<SqlBool> {
  if (scope.kind === 'all') return sql<SqlBool>`true`;
  const hotel = sql.ref(hotelColumn);
  return sql<SqlBool>`case when sees_most(${scope.userId})
    then ${hotel} is not null and ${hotel} <> all (not_assigned_to(${scope.userId}))
    else ${hotel} = any (assigned_to(${scope.userId})) end`;
}

/** Whether there is this hotel, and someone sees it. */
export async function hotelInScope(db: Db, scope: Scope, hotelId: number): Promise<boolean> {
  const row = await db
    .selectFrom('hotels')
    .select('id')
    .where('id', '=', hotelId)
    .where(inScope(scope, 'hotels.id'))
    .executeTakeFirst();
  return row !== undefined;
}
