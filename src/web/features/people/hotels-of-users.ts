import type { SystemUser } from '#domain/people/system-user.ts';
import type { AssignableHotel } from './read-users.ts';

type Assigned = Pick<SystemUser, 'id' | 'assignedHotelIds'>;

/**
 * Returns each user's hotels by user id, in the order of `hotels`: the hotels on the user's list
 * and those that name the user as their consultant (rule 4). Users without hotels are left out.
 */
export function hotelsOfUsers(
  users: readonly Assigned[],
  hotels: readonly AssignableHotel[],
): ReadonlyMap<number, AssignableHotel[]> {
  const listedBy = new Map<number, number[]>();
  for (const { id, assignedHotelIds } of users)
    for (const hotelId of assignedHotelIds ?? []) append(listedBy, hotelId, id);
  const byUser = new Map<number, AssignableHotel[]>();
  for (const hotel of hotels) {
    const seers = new Set(listedBy.get(hotel.id));
    if (hotel.serviceConsultantId !== null) seers.add(hotel.serviceConsultantId);
    for (const seer of seers) append(byUser, seer, hotel);
  }
  return byUser;
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
