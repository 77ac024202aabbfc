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
