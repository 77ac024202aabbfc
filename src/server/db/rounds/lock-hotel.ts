import { sql, type RawBuilder } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import { inScope } from '#server/db/people/scope.ts';
import type { Db } from '#server/db/statements/transaction.ts';

/**
 * Locks a hotel within scope until the transaction ends. All code that changes a hotel's rounds, or adds
 * contacts or waivers to it, takes this lock, so such changes run one after the other.
 */
export function lockHotel(db: Db, scope: Scope, hotelId: number) {
  return db
    .selectFrom('hotels')
    .select(['id', 'stage'])
    .where('id', '=', hotelId)
    .where(inScope(scope, 'hotels.id'))
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Shares the locks of hotels until the transaction ends, so that nobody deletes them meanwhile. Call this before any row
 * of a hotel is locked: a deletion locks the hotel first and then its rows, in PostgreSQL's order.
 *
 * @param ids SQL of the hotels' ids, such as a subquery
 */
export async function holdHotels(db: Db, ids: RawBuilder<unknown>): Promise<void> {
  await sql`select from hotels where id in (${ids}) order by id for key share`.execute(db);
}
