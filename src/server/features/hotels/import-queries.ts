import { sql } from 'kysely';

import { hotelFileFields } from '#domain/hotels/hotel-fields.ts';
import type { HotelInput } from '#domain/hotels/hotel.ts';
import { columnName } from '#server/db/schema/column-name.ts';
import { selectConsultants } from '#server/db/people/consultants.ts';
import type { Db } from '#server/db/statements/transaction.ts';

export function listConsultants(db: Db) {
  return selectConsultants(db).select(['user.id', 'user.name', 'user.email']).execute();
}

/**
 * Returns which of these codes are taken, in lower case, because codes that differ only in case are
 * the same. Not limited to a scope, because a code is unique among all hotels.
 */
export async function findTakenCodes(db: Db, codes: readonly string[]): Promise<Set<string>> {
  const plain = codes.map((code) => code.toLowerCase());
  const rows = await db
    .selectFrom('hotels')
    .select(sql<string>`lower(hotel_id)`.as('code'))
    .where(sql`lower(hotel_id)`, '=', sql<string>`any(${plain})`)
    .execute();
  return new Set(rows.map((row) => row.code));
}

/**
 * Stores the hotels with one statement and returns the codes of those that were stored. The codes
 * that it does not return were taken. PostgreSQL reads the column types from the table. Stores them in the
 * order of their codes: two imports at once of the same codes would otherwise wait for each other.
 */
export async function insertHotels(db: Db, hotels: readonly HotelInput[]): Promise<Set<string>> {
  const columns = hotelFileFields.map((field) => sql.ref(field));
  const rows = hotels.map((hotel) =>
    hotelFileFields.map((field) => [columnName(field), hotel[field]] as const),
  );
  const given = JSON.stringify(rows.map((row) => Object.fromEntries(row)));
  const stored = await sql<{ hotelId: string }>`
    insert into hotels (${sql.join(columns)})
    select ${sql.join(columns)} from jsonb_populate_recordset(null::hotels, ${given}::jsonb)
    order by lower(hotel_id)
    on conflict do nothing
    returning hotel_id`.execute(db);
  return new Set(stored.rows.map((row) => row.hotelId));
}
