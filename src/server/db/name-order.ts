import { sql, type RawBuilder } from 'kysely';

/** The names in this column as people look them up: `orderBy(byName('hotels.hotel_name'))`. */
export function byName(column: string): RawBuilder<string> {
  return sql<string>`${sql.ref(column)} collate name_order`;
}
