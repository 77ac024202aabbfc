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
