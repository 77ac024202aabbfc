import { openStatuses } from '#domain/actions/moves.ts';
import { daysIn } from '#domain/time-zone.ts';
import type { Deps } from '#server/deps.ts';
import { waiveActions } from '#server/db/plans/waive-actions.ts';
import { lockHotel } from '#server/db/rounds/lock-hotel.ts';
import { inTransaction, type Db } from '#server/db/statements/transaction.ts';

/**
 * Closes the open actions of questions that are waived today. The call that grants a waiver closes those of a waiver
 * that is in force at once, so this finds the actions of waivers that began on a later day (rule 133). Each waiver is
 * one short transaction.
 */
export async function closeWaivedActions({
  db,
  config,
  now,
}: Pick<Deps, 'db' | 'config' | 'now'>): Promise<void> {
  const today = daysIn(config.timeZone).dayOf(now());
  const begun = await inForce(db, today)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('actions')
          .select('actions.id')
          .whereRef('actions.hotelId', '=', 'waivers.hotelId')
          .whereRef('actions.questionKey', '=', 'waivers.questionKey')
          .where('actions.status', 'in', [...openStatuses]),
      ),
    )
    .orderBy('id')
    .execute();
  for (const { id, hotelId } of begun)
    await inTransaction(db, async (tx) => {
      // A revocation takes the same lock. The waiver may have been revoked since it was listed, so read it again.
      if (!(await lockHotel(tx, { kind: 'all' }, hotelId))) return;
      const waiver = await inForce(tx, today).where('id', '=', id).executeTakeFirst();
      if (waiver) await waiveActions(tx, waiver);
    });
}

function inForce(db: Db, today: string) {
  return db
    .selectFrom('waivers')
    .select(['id', 'hotelId', 'questionKey', 'reason'])
    .where('revokedAt', 'is', null)
    .where('validFrom', '<=', today)
    .where('validTo', '>=', today);
}
