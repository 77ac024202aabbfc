import { sql } from 'kysely';

import type { KnownAction } from '#domain/actions/of-round.ts';
import type { Db } from '#server/db/statements/transaction.ts';

/**
 * Locks the actions of a round's cycle, always in the same order, and returns them as an approval of the
 * round compares them.
 */
export function lockActions(db: Db, { id, cycleId }: { id: number; cycleId: number }) {
  return db
    .selectFrom('actions as action')
    .select(['action.id', 'action.questionKey', 'action.status', 'action.severity'])
    .select(['action.foundIn', 'action.responses'])
    .select([
      sql<KnownAction['foundElsewhereAt']>`(select max(completed_at) from responses
        where responses.id = any(action.responses) and round_id is distinct from ${id} and counts)`.as(
        'foundElsewhereAt',
      ),
      sql<KnownAction['verifiedBy']>`case when action.status = 'verified' then (
        select json_build_object('roundId', (event.body ->> 'roundId')::integer,
          'at', (select completed_at from responses where id = action.closed_by_response_id))
        from action_events event
        where event.action_id = action.id and event.kind = 'status' and event.applied
          and event.body ->> 'to' = 'verified'
        order by event.id desc limit 1) end`.as('verifiedBy'),
    ])
    .where('action.cycleId', '=', cycleId)
    .orderBy('action.id')
    .forUpdate()
    .execute();
}
