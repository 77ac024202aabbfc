import { sql, type RawBuilder } from 'kysely';

/**
 * Returns a column as a sort key for names, in the order in which people look them up:
 * `orderBy(byName('hotels.hotel_name'))`.
 */
export function byName(column: string): RawBuilder<string> {
  return sql<string>`${sql.ref(column)} collate name_order`;
}
