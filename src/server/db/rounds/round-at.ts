/**
 * Returns an SQL expression: the id of the round to which an interview belongs that began at this moment. It is the
 * round that was the hotel's current one then, or its first one where the moment is before all of them. So an
 * interview that arrives after the hotel moved to another round still belongs to the round in which it was held.
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

/**
 * Returns an SQL expression: the id of the round to which a response belongs that is stored now. It is
 * the round that its device named, where that is one of the hotel's, and {@link roundAt} otherwise. Nearly
 * always it is the hotel's current round, which the hotel's row keeps (docs/decisions/0071). All others
 * are looked up by a function: PostgreSQL prepares a subquery on every execution, even when its result is
 * not used, and a function only when it is called.
 *
 * @param hotel the name of a row with `id`, `kept_round` and `round_since`
 * @param named SQL of the id of the round that the device named, or null
 * @param began SQL of the moment when the interview began
 */
export function keptRound(hotel: string, named: string, began: string): string {
  const isCurrent = `case when ${named}::integer is null
      then ${hotel}.round_since is null or ${began}::timestamptz >= ${hotel}.round_since
      else ${named} = ${hotel}.kept_round end`;
  return `case when ${isCurrent} then ${hotel}.kept_round
    else round_of_interview(${hotel}.id, ${named}, ${began}) end`;
}
