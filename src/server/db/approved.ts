import { sql } from 'kysely';

import type { Db } from './transaction.ts';

const anyApproved = sql<boolean>`exists (select from rounds where approved_at is not null)`;

/**
 * Returns whether any round of the installation is approved. Where none is, nothing is called
 * provisional. The partial index `rounds_approved` answers it at once.
 */
export async function isAnyApproved(db: Db): Promise<boolean> {
  const { found } = await db.selectNoFrom(anyApproved.as('found')).executeTakeFirstOrThrow();
  return found;
}

/**
 * SQL of whether the score of the joined `round` is provisional: somebody may still approve it, in an
 * installation where rounds are approved.
 */
export const isProvisional = sql<boolean>`(round.id is not null and round.approved_at is null
  and round.status not in ('closed', 'cancelled') and ${anyApproved})`;

/**
 * SQL of the number of the joined `cycle`; null where its hotel has one cycle only, which nobody
 * needs to tell from others.
 */
export const toldCycle = sql<
  number | null
>`case when exists (select from cycles other where other.hotel_id = cycle.hotel_id
    and other.id <> cycle.id) then cycle.number end`;
