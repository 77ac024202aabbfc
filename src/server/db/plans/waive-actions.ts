import { sql } from 'kysely';

import { severities } from '#domain/actions/action.ts';
import { dueFor, type DueDays } from '#domain/actions/due.ts';
import { moves } from '#domain/actions/moves.ts';
import type { Db } from '#server/db/statements/transaction.ts';

import { insertMoves } from './make-actions.ts';

/** Closes the hotel's open actions about a question that was waived (rule 133). Returns how many it closed. */
export async function waiveActions(
  db: Db,
  { hotelId, questionKey, reason }: { hotelId: number; questionKey: string; reason: string },
): Promise<number> {
  const open = await db
    .selectFrom('actions')
    .select(['id', 'status'])
    .where('hotelId', '=', hotelId)
    .where('questionKey', '=', questionKey)
    .where('status', 'in', [...moves.waive.from])
    .orderBy('id')
    .forUpdate()
    .execute();
  if (open.length === 0) return 0;
  await db
    .updateTable('actions')
    .set({ status: moves.waive.to, version: sql`version + 1` })
    .where(
      'id',
      'in',
      open.map(({ id }) => id),
    )
    .execute();
  await insertMoves(
    db,
    open.map(({ id, status }) => ({
      ...{ actionId: id, move: 'waive' as const, from: status, text: reason },
    })),
  );
  return open.length;
}

type Revoked = { id: number; hotelId: number; questionKey: string };

/**
 * Opens the actions again that a waiver closed, because it was revoked while it was in force (rule 133). They get
 * the due days of an action that is made now.
 */
export async function reopenWaived(
  db: Db,
  { id: waiverId, hotelId, questionKey }: Revoked,
  dueDays: DueDays,
): Promise<void> {
  const waived = await db
    .selectFrom('actions as action')
    .select(['action.id', 'action.status'])
    .where('action.hotelId', '=', hotelId)
    .where('action.questionKey', '=', questionKey)
    .where('action.status', '=', moves.waive.to)
    .where(
      sql<boolean>`exists (select from action_events event
        where event.action_id = action.id and event.body ->> 'move' = 'waive'
          and event.at >= (select granted_at from waivers where id = ${waiverId}))`,
    )
    .orderBy('action.id')
    .forUpdate()
    .execute();
  if (waived.length === 0) return;
  await db
    .updateTable('actions')
    .set({
      status: moves.reopen.to,
      dueOn: sql`case severity ${sql.join(
        severities.map((one) => sql`when ${one} then ${dueFor(one, dueDays)}::date`),
        sql` `,
      )} end`,
      version: sql`version + 1`,
    })
    .where(
      'id',
      'in',
      waived.map(({ id }) => id),
    )
    .execute();
  await insertMoves(
    db,
    waived.map(({ id, status }) => ({
      ...{ actionId: id, move: 'reopen' as const, from: status, text: 'The waiver was revoked.' },
    })),
  );
}
