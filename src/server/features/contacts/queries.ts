import { sql } from 'kysely';

import type { ContactChange, NewContact } from '#domain/contacts/contact.ts';
import { holdHotels } from '#server/db/rounds/lock-hotel.ts';
import type { Db } from '#server/db/statements/transaction.ts';

const shown = ['id', 'name', 'email', 'jobTitle', 'isActive', 'createdAt'] as const;

/** Returns a hotel's contacts: those who work there first, by name. */
export function listContacts(db: Db, hotelId: number) {
  return db
    .selectFrom('hotelContacts')
    .select(shown)
    .where('hotelId', '=', hotelId)
    .orderBy('isActive', 'desc')
    .orderBy('name')
    .orderBy('id')
    .execute();
}

function selectContact(db: Db, hotelId: number, id: number) {
  return db
    .selectFrom('hotelContacts')
    .select(shown)
    .where('hotelId', '=', hotelId)
    .where('id', '=', id);
}

/** Returns one of a hotel's contacts. */
export function findContact(db: Db, hotelId: number, id: number) {
  return selectContact(db, hotelId, id).executeTakeFirst();
}

/** Locks and returns one of a hotel's contacts. Shares the hotel's lock first, and so waits while the hotel is deleted. */
export async function lockContact(db: Db, hotelId: number, id: number) {
  await holdHotels(db, sql`${hotelId}::integer`);
  return selectContact(db, hotelId, id).forUpdate().executeTakeFirst();
}

export function findByClientId(db: Db, clientId: string) {
  return db
    .selectFrom('hotelContacts')
    .select([...shown, 'hotelId'])
    .where('clientId', '=', clientId)
    .executeTakeFirst();
}

/** Counts the contacts who work at the hotel, and all contacts including those who have left. */
export async function countContacts(db: Db, hotelId: number) {
  return db
    .selectFrom('hotelContacts')
    .select(sql<number>`count(*) filter (where is_active)`.as('active'))
    .select(sql<number>`count(*)`.as('all'))
    .where('hotelId', '=', hotelId)
    .executeTakeFirstOrThrow();
}

type NewRow = Required<NewContact> & { hotelId: number; jobTitle: string };

export function insertContact(db: Db, row: NewRow) {
  return db.insertInto('hotelContacts').values(row).returning(shown).executeTakeFirstOrThrow();
}

/** Changes a contact. Fields that are undefined stay as they are. */
export function changeContact(db: Db, id: number, change: ContactChange & { isActive?: boolean }) {
  return db
    .updateTable('hotelContacts')
    .set({ ...change, name: change.name ?? sql`name` })
    .where('id', '=', id)
    .returning(shown)
    .executeTakeFirstOrThrow();
}
