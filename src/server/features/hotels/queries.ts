import { sql } from 'kysely';

import { hotelFieldNames, type HotelField } from '#domain/hotels/hotel-fields.ts';
import type { HotelFields, NewHotel } from '#domain/hotels/hotel.ts';
import type { Scope } from '#domain/people/person.ts';
import { selectConsultants } from '#server/db/people/consultants.ts';
import { byName } from '#server/db/statements/name-order.ts';
import { inScope } from '#server/db/people/scope.ts';
import type { Db } from '#server/db/statements/transaction.ts';

/**
 * The columns that replies are made of. The others are not read: the card of the board alone would make the rows of
 * 20,000 hotels half as long again.
 */
const columns = [
  ...(['id', 'version', 'createdAt', 'updatedAt', 'keptWaivers'] as const),
  ...hotelFieldNames,
];

/** Selects the hotels within scope. */
function selectHotels(db: Db, scope: Scope) {
  return db.selectFrom('hotels').select(columns).where(inScope(scope, 'hotels.id'));
}

export function listHotels(db: Db, scope: Scope) {
  return selectHotels(db, scope).orderBy(byName('hotel_name')).orderBy('id').execute();
}

export function findHotel(db: Db, scope: Scope, id: number) {
  return selectHotels(db, scope).where('id', '=', id).executeTakeFirst();
}

/**
 * Reads and locks the hotel until the transaction ends, so that concurrent changes wait for each
 * other.
 */
export function lockHotel(db: Db, scope: Scope, id: number) {
  return selectHotels(db, scope).where('id', '=', id).forUpdate().executeTakeFirst();
}

export type StoredHotel = NonNullable<Awaited<ReturnType<typeof lockHotel>>>;

export function insertHotel(db: Db, hotel: NewHotel) {
  return db.insertInto('hotels').values(hotel).returning(columns).executeTakeFirstOrThrow();
}

export function updateHotel(db: Db, id: number, fields: Partial<HotelFields>) {
  return db
    .updateTable('hotels')
    .set({ ...fields, version: sql`version + 1`, updatedAt: sql`now()` })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/**
 * Reads the consultants of many hotels, and locks the hotels in the order of their ids: two calls about the same
 * hotels then wait for each other, and never each for the other. The lock lets new rows refer to the hotels: a statement
 * that stores responses of these hotels in another order does not wait for this call, nor this call for it.
 */
export function lockConsultants(db: Db, scope: Scope, ids: readonly number[]) {
  return db
    .selectFrom('hotels')
    .select(['id', 'hotelName', 'serviceConsultantId'])
    .where(inScope(scope, 'hotels.id'))
    .where('id', '=', sql<number>`any(${ids})`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

export async function updateConsultants(
  db: Db,
  ids: readonly number[],
  serviceConsultantId: number | null,
): Promise<void> {
  await db
    .updateTable('hotels')
    .set({ serviceConsultantId, version: sql`version + 1`, updatedAt: sql`now()` })
    .where('id', '=', sql<number>`any(${ids})`)
    .execute();
}

/**
 * Returns who changed one of these fields last, and when. Undefined when the audit trail does not
 * know.
 */
export function findLastChange(db: Db, id: number, fields: readonly HotelField[]) {
  return db
    .selectFrom('auditEvents')
    .select(['actorName', 'at'])
    .where('objectId', '=', id)
    .where('action', 'in', ['hotel.changed', 'hotel.stage-changed'])
    .where(({ or, eb }) =>
      or([
        sql<boolean>`details -> 'changes' ?| ${sql.val([...fields])}::text[]`,
        ...(fields.includes('stage') ? [eb('action', '=', 'hotel.stage-changed')] : []),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Locks the interviews under way at a hotel that is about to be deleted. Call this before the hotel is locked: storing a
 * response locks its interview first and then the hotel, in this order of interviews.
 */
export async function lockInterviews(db: Db, hotelId: number): Promise<void> {
  await sql`select from interview_sessions where hotel_id = ${hotelId}
    order by client_id collate "C" for update`.execute(db);
}

export async function deleteHotel(db: Db, id: number): Promise<void> {
  await db.deleteFrom('hotels').where('id', '=', id).execute();
}

/** Returns the names under which the store keeps a hotel's documents. */
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
