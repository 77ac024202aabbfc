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
 * The same for a read over many responses. It puts the hotels themselves into the plan, which costs
 * some milliseconds where there are thousands of them, and pays where as many responses are looked
 * at (docs/decisions/0022). For statements without a name only: see `assigned_to`.
 */
export function inScopeOfMany(scope: Scope, hotelColumn: string): RawBuilder<SqlBool> {
  if (scope.kind === 'all') return sql<SqlBool>`true`;
  return sql<SqlBool>`${sql.ref(hotelColumn)} = any (assigned_to(${scope.userId}))`;
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
