import { sql } from 'kysely';

import type { HotelFields, NewHotel } from '#domain/hotels/hotel.ts';
import type { Scope } from '#domain/people/person.ts';
import { selectConsultants } from '#server/db/consultants.ts';
import { byName } from '#server/db/name-order.ts';
import { inScope } from '#server/db/scope.ts';
import type { Db } from '#server/db/transaction.ts';

/** Hotels within scope by name; the row is the shape of the wire. */
function selectHotels(db: Db, scope: Scope) {
  return db.selectFrom('hotels').selectAll().where(inScope(scope, 'hotels.id'));
}

export function listHotels(db: Db, scope: Scope) {
  return selectHotels(db, scope).orderBy(byName('hotel_name')).orderBy('id').execute();
}

export function findHotel(db: Db, scope: Scope, id: number) {
  return selectHotels(db, scope).where('id', '=', id).executeTakeFirst();
}

/** Takes the hotel for the rest of the transaction, so that two changes come one after the other. */
export function lockHotel(db: Db, scope: Scope, id: number) {
  return selectHotels(db, scope).where('id', '=', id).forUpdate().executeTakeFirst();
}

export function insertHotel(db: Db, hotel: NewHotel) {
  return db.insertInto('hotels').values(hotel).returningAll().executeTakeFirstOrThrow();
}

export function updateHotel(db: Db, id: number, fields: Partial<HotelFields>) {
  return db
    .updateTable('hotels')
    .set({ ...fields, version: sql`version + 1`, updatedAt: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteHotel(db: Db, id: number): Promise<void> {
  await db.deleteFrom('hotels').where('id', '=', id).execute();
}

/** The names in the store of a hotel's documents. */
export async function listDocumentPaths(db: Db, hotelId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('evaluationDocuments')
    .select('filePath')
    .where('hotelId', '=', hotelId)
    .execute();
  return rows.map((row) => row.filePath);
}

export async function isConsultant(db: Db, userId: number): Promise<boolean> {
  const row = await selectConsultants(db)
    .select('user.id')
    .where('user.id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}
