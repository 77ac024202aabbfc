import { sql } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import { byName } from '#server/db/name-order.ts';
import { inScope } from '#server/db/scope.ts';
import type { Db } from '#server/db/transaction.ts';

/** What the cards show of their hotels, by name. */
export function listHotels(db: Db, scope: Scope, consultantId: number | undefined) {
  let query = db
    .selectFrom('hotels')
    .select([
      'id',
      'hotelName',
      'hotelBrand',
      'hotelCity',
      'hotelState',
      'hotelManagementCo',
      'status',
      'stage',
      'serviceConsultantId',
      'version',
      'virtualSessionCompletionDate',
    ])
    .where(inScope(scope, 'hotels.id'))
    .orderBy(byName('hotel_name'))
    .orderBy('id');
  if (consultantId !== undefined)
    query = query.where(inScope({ kind: 'assigned', userId: consultantId }, 'hotels.id'));
  return query.execute();
}

type CountByHotel = Readonly<Record<number, number>>;
export type Counts = { responses: CountByHotel; sessionsInProgress: CountByHotel };

/**
 * Responses, and interviews in progress, by hotel: one pass each through an index that holds the
 * hotel, however many hotels there are. As two JSON values they take a fifth of the time that as
 * many rows would.
 */
export async function countByHotel(db: Db, scope: Scope): Promise<Counts> {
  const inIt = inScope(scope, 'hotel_id');
  const { rows } = await sql<Counts>`
    select
      (select coalesce(json_object_agg(hotel_id, count), '{}') from (
        select hotel_id, count(*) from responses
        where hotel_id is not null and ${inIt} group by hotel_id) responded) as responses,
      (select coalesce(json_object_agg(hotel_id, count), '{}') from (
        select hotel_id, count(*) from interview_sessions
        where status = 'in_progress' and ${inIt} group by hotel_id) begun) as sessions_in_progress`.execute(
    db,
  );
  return rows[0] ?? { responses: {}, sessionsInProgress: {} };
}
