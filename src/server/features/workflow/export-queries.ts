import { sql } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import { unknownConsultant } from '#domain/people/roles.ts';
import { byName } from '#server/db/statements/name-order.ts';
import { inScope } from '#server/db/people/scope.ts';
import { shownPercent } from '#server/db/responses/score-columns.ts';
import type { Db } from '#server/db/statements/transaction.ts';

/**
 * Returns the hotels to export in order: by consultant's name, then by hotel name. Hotels without a
 * consultant come last.
 */
export function listExportOrder(db: Db, scope: Scope, consultantId: number | undefined) {
  let query = db
    .selectFrom('hotels as hotel')
    .leftJoin('systemUsers as consultant', 'consultant.id', 'hotel.serviceConsultantId')
    .select(['hotel.id', 'hotel.serviceConsultantId', 'consultant.name as consultantName'])
    .where(inScope(scope, 'hotel.id'))
    .orderBy(sql`hotel.service_consultant_id is null`)
    .orderBy(sql`coalesce(consultant.name, ${unknownConsultant}) collate name_order`)
    .orderBy('hotel.serviceConsultantId')
    .orderBy(byName('hotel.hotel_name'))
    .orderBy('hotel.id');
  if (consultantId !== undefined)
    query = query.where(inScope({ kind: 'assigned', userId: consultantId }, 'hotel.id'));
  return query.execute();
}

/**
 * Returns these hotels with their figures, in no order. A hotel that was deleted meanwhile is left
 * out. `line` is the portfolio's line, in percent.
 */
export function readExportRows(db: Db, ids: readonly number[], line: number) {
  return db
    .selectFrom('hotels as hotel')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('interviews as session')
          .select([
            sql<number>`count(*) filter (where session.status = 'completed')`.as('completed'),
            sql<number>`count(*) filter (where session.status = 'in_progress')`.as('inProgress'),
          ])
          .whereRef('session.hotelId', '=', 'hotel.id')
          .as('interviews'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('responses as response')
          .select([
            sql<number>`count(*)`.as('total'),
            // Leaves out responses without a maximum, which are not scored, and pending ones.
            shownPercent(
              sql`(avg(100.0 * total_score / nullif(max_score, 0))
                filter (where sync_status <> 'pending'))`,
              0,
              line,
            ).as('averageScore'),
          ])
          .whereRef('response.hotelId', '=', 'hotel.id')
          .where('response.counts', '=', true)
          .as('responded'),
      (join) => join.onTrue(),
    )
    .select([
      'hotel.id',
      'hotel.hotelId',
      'hotel.hotelName',
      'hotel.hotelCity',
      'hotel.hotelState',
      'hotel.stage',
      'hotel.status',
      'hotel.virtualSessionCompletionDate',
      'hotel.virtualReAssessmentCompletionDate',
      'hotel.evaluationNotes',
      'interviews.completed',
      'interviews.inProgress',
      'responded.total',
      'responded.averageScore',
    ])
    .where('hotel.id', '=', sql<number>`any(${ids})`)
    .execute();
}
