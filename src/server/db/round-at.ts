/**
 * Returns an SQL expression: the id of the round to which an interview belongs that began at this
 * moment. It is the round that was the hotel's current one then, or its first one where the moment is
 * before all of them. An interview that arrives after the hotel moved on so stays where it was held.
 *
 * @param hotelId SQL of the hotel's id
 * @param began SQL of the moment
 */
export function roundAt(hotelId: string, began: string): string {
  return `coalesce(
    (select at.round_id from round_times at where at.hotel_id = ${hotelId} and at.since <= ${began}
      order by at.since desc limit 1),
    (select at.round_id from round_times at where at.hotel_id = ${hotelId}
      order by at.since limit 1))`;
}
