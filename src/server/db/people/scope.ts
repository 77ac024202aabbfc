import { sql, type RawBuilder, type SqlBool } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import type { HotelsTable } from '#server/db/schema/schema.ts';
import type { Db } from '#server/db/statements/transaction.ts';

/**
 * Limits a query to the hotels that a person sees: `where(inScope(scope, 'responses.hotel_id'))`.
 * The rule itself is the view `assigned_hotels`. A deleted hotel is in scope only for people who
 * see all.
 */
export function inScope(scope: Scope, hotelColumn: string): RawBuilder<SqlBool> {
  if (scope.kind === 'all') return sql<SqlBool>`true`;
  return sql<SqlBool>`${sql.ref(hotelColumn)} in (
    select hotel_id from assigned_hotels where user_id = ${scope.userId})`;
}

/**
 * Limits a query over many responses like {@link inScope}. PostgreSQL evaluates the functions while
 * it plans, so the hotels' ids become part of the plan, and planning keeps one branch of the
 * `case`. For people who see most hotels, that branch excludes the others, so their queries cost
 * what an Admin's cost. With thousands of hotels the planning takes some milliseconds, which pays
 * off when as many responses are read (docs/decisions/0022). Only for statements without a name:
 * see migration 22.
 */
export function inScopeOfMany(scope: Scope, hotelColumn: string): RawBuilder<SqlBool> {
  if (scope.kind === 'all') return sql<SqlBool>`true`;
  const hotel = sql.ref(hotelColumn);
  return sql<SqlBool>`case when sees_most(${scope.userId})
    then ${hotel} is not null and ${hotel} <> all (not_assigned_to(${scope.userId}))
    else ${hotel} = any (assigned_to(${scope.userId})) end`;
}

/**
 * Selects the hotels that all of these people see, with their columns. It is a join, because with `in (select …)`
 * PostgreSQL would look up each of 20,000 hotels in an index, which takes five times as long.
 */
export function hotelsSeenBy(scopes: readonly Scope[]): RawBuilder<HotelsTable> {
  const joined = scopes.flatMap((scope, place) => {
    const own = sql.ref(`assigned_${place}`);
    return scope.kind === 'all'
      ? []
      : [
          sql`join assigned_hotels ${own} on ${own}.hotel_id = hotels.id and ${own}.user_id = ${scope.userId}`,
        ];
  });
  return sql<HotelsTable>`(select hotels.* from hotels ${sql.join(joined, sql` `)})`;
}

/**
 * Selects only the ids of the hotels that all of these people see, as `id`. It takes half as long as
 * {@link hotelsSeenBy}.
 */
export function idsSeenBy(scopes: readonly Scope[]): RawBuilder<unknown> {
  const seen = scopes.flatMap((scope) =>
    scope.kind === 'all'
      ? []
      : [sql`select hotel_id as id from assigned_hotels where user_id = ${scope.userId}`],
  );
  return seen.length === 0
    ? sql`(select id from hotels)`
    : sql`(${sql.join(seen, sql` intersect `)})`;
}

/** True when the hotel exists and is in scope. */
export async function hotelInScope(db: Db, scope: Scope, hotelId: number): Promise<boolean> {
  const row = await db
    .selectFrom('hotels')
    .select('id')
    .where('id', '=', hotelId)
    .where(inScope(scope, 'hotels.id'))
    .executeTakeFirst();
  return row !== undefined;
}
