import { keptRound } from '#server/db/round-at.ts';

/** What is known besides of a response that a hotel contact sends by link. */
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
 * change at the same time comes before or after it. People get the same text as before there were links,
 * because this is the busiest statement of the product.
 */
export const senders = {
  person: {
    join: `left join rounds round on round.id = ${keptRound('hotel', ':roundId', ':believedBegin')}`,
    lock: '',
    column: '',
    value: '',
  },
  contact: {
    join: `join self_assessments self on self.client_id = :clientId
      and self.contact_id = :contactId and self.version = :version
    join rounds round on round.id = self.round_id and round.id = :roundId
      and round.hotel_id = hotel.id and round.kind = 'self' and round.status in ('open', 'submitted')`,
    lock: 'for share of self, round',
    column: ', contact_id',
    value: ', :contactId',
  },
};
export type Sender = (typeof senders)['person'];
