import { changesBetween } from '#domain/audit/changes.ts';
import type { AssignHotels } from '#domain/hotels/assign-hotels.ts';
import { plural } from '#domain/plural.ts';
import type { Person, Scope } from '#domain/people/person.ts';
import { recordEvents } from '#server/db/audit/record-event.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { notFound, ProblemError } from '#server/problems.ts';
import { requireConsultant } from './change-hotel.ts';
import * as queries from './queries.ts';

/**
 * Gives many hotels one consultant, all or none (rule 253). Each hotel that gets another consultant has its
 * own audit event, the same as when it is changed alone. Returns how many these are.
 *
 * The caller names each hotel with the consultant that they saw. If a hotel has another one by now, and not the
 * wanted one either, nothing is stored.
 */
export async function assignHotels(
  { db, person, scope }: { db: Db; person: Person; scope: Scope },
  { serviceConsultantId, hotels }: AssignHotels,
): Promise<number> {
  await requireConsultant(db, serviceConsultantId);
  const ids = hotels.map(({ id }) => id);
  const stored = await queries.lockConsultants(db, scope, ids);
  if (stored.length < ids.length) throw notFound('One of the hotels');
  const changed = stored.filter((hotel) => hotel.serviceConsultantId !== serviceConsultantId);
  const seen = new Map(hotels.map(({ id, from }) => [id, from]));
  const meanwhile = changed.filter((hotel) => hotel.serviceConsultantId !== seen.get(hotel.id));
  if (meanwhile.length > 0)
    throw new ProblemError(
      'changed-meanwhile',
      `Someone else changed the consultant of ${meanwhile.length} ${plural(meanwhile.length, 'hotel')} meanwhile. No hotel was assigned; look at them again.`,
    );
  await queries.updateConsultants(
    db,
    changed.map(({ id }) => id),
    serviceConsultantId,
  );
  await recordEvents(
    db,
    person,
    'hotel.changed',
    changed.map((hotel) => ({
      objectId: hotel.id,
      details: { name: hotel.hotelName, changes: changesBetween(hotel, { serviceConsultantId }) },
    })),
  );
  return changed.length;
}
