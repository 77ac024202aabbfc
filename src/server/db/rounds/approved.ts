import { sql } from 'kysely';

import type { RoundStatus } from '#domain/rounds/round.ts';
import type { Db } from '#server/db/statements/transaction.ts';

const anyApproved = sql<boolean>`exists (select from rounds where approved_at is not null)`;

/**
 * Returns whether any round of the installation is approved. Until one is, no score is called
 * provisional. The partial index `rounds_approved` makes this fast.
 */
export async function isAnyApproved(db: Db): Promise<boolean> {
  const { found } = await db.selectNoFrom(anyApproved.as('found')).executeTakeFirstOrThrow();
  return found;
}

/**
 * SQL of the status of the joined `round` as everybody sees it. The end of a cycle closes its rounds. A hotel can go
 * on with the ended cycle, and then its rounds must have their former status again. So the database keeps the former
 * status, and this expression looks up whether the cycle has ended. One round of a cycle that has ended stays open:
 * the hotel's current one, in Disposition, which takes its new interviews (rule 120).
 */
export const shownStatus = sql<RoundStatus>`case
  when round.status in ('planned', 'open', 'submitted')
    and exists (select from cycles where id = round.cycle_id and ended_at is not null)
    and round.id is distinct from (select at.round_id from round_times at
      where at.hotel_id = round.hotel_id order by at.since desc limit 1)
  then 'closed' else round.status end`;

/**
 * SQL of whether the score of the joined `round` is provisional: it can still change before somebody
 * approves it, in an installation where rounds are approved.
 */
export const isProvisional = sql<boolean>`(round.id is not null and round.approved_at is null
  and ${anyApproved} and ${shownStatus} not in ('closed', 'cancelled'))`;

/** SQL of the number of the joined `cycle`; null when its hotel has only one cycle, which needs no number. */
export const shownCycle = sql<
  number | null
>`case when exists (select from cycles other where other.hotel_id = cycle.hotel_id
    and other.id <> cycle.id) then cycle.number end`;
