import { keptRound } from '#server/db/rounds/round-at.ts';

/** The further values of a response that a hotel contact sends by link. */
export type ByContact = {
  contactId: number;
  /** The version of the answers that the response holds (`self_assessments`). */
  version: number;
};

/**
 * The parts of the SQL that depend on the kind of sender. A person's device is believed: its response
 * belongs to the round that it names, or to the round of the time when the interview began. A hotel
 * contact sends by link, for one round. Nothing is stored when that round takes no answers any more, or
 * when the answers have changed since they were read. Both rows are locked, so that an approval or a
 * change at the same time comes before or after it. The hotel is locked before them, as an approval and a change of
 * a round lock it. Both conditions name the hotel's id, so that PostgreSQL reads the hotel first. People get a text
 * without these locks, because this is the busiest statement of the product. It waits for an approval only at its end,
 * by a lock that is not a row's (migration 76).
 */
export const senders = {
  person: {
    lock: '',
    join: `left join lateral (
    select * from rounds where id = ${keptRound('hotel', ':roundId', ':believedBegin')} limit 1
  ) round on true`,
    column: '',
    value: '',
    effect: `,
  -- Waits for an approval of the round.
  keep_round_unapproved(case when counts then stored.round_id end)`,
  },
  contact: {
    lock: 'for key share',
    join: `join lateral (
    select round_id from self_assessments self
    where hotel.id is not null and self.client_id = :clientId and self.contact_id = :contactId and self.version = :version
    limit 1 for share
  ) self on true
  join lateral (
    select * from rounds where id = self.round_id and id = :roundId
      and hotel_id = hotel.id and kind = 'self' and status in ('open', 'submitted')
    limit 1 for share
  ) round on true`,
    column: ', contact_id',
    value: ', :contactId',
    effect: '',
  },
};
export type Sender = (typeof senders)['person'];
