import { sql } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import type { RoundKind, RoundStatus } from '#domain/rounds/round.ts';
import type { Verdict } from '#domain/scoring/verdict.ts';
import type { Stage } from '#domain/workflow/stages.ts';
import { shownStatus } from '#server/db/rounds/approved.ts';
import { exactMean, meanPercent, verdictOfMean } from '#server/db/responses/score-columns.ts';
import { inScope } from '#server/db/people/scope.ts';
import type { Db } from '#server/db/statements/transaction.ts';

export function listCycles(db: Db, scope: Scope, hotelId: number) {
  return db
    .selectFrom('cycles')
    .select(['id', 'number', 'beganAt', 'endedAt', 'outcome'])
    .where('hotelId', '=', hotelId)
    .where(inScope(scope, 'cycles.hotel_id'))
    .orderBy('number', 'desc')
    .execute();
}

/** A round with the figures of its responses. */
export type RoundRow = {
  id: number;
  cycleId: number;
  kind: RoundKind;
  stage: Stage;
  status: RoundStatus;
  isCurrent: boolean;
  openedAt: string | null;
  submittedAt: string | null;
  approvedAt: string | null;
  approvedBy: string | null;
  version: number;
  isPersons: boolean;
  asksAgain: boolean;
  surveyIds: number[] | null;
  people: { id: number; name: string }[];
  blind: boolean;
  plannedFrom: string | null;
  plannedTo: string | null;
  responses: number;
  percent: number | null;
  verdict: Verdict;
  firstAt: string | null;
  lastAt: string | null;
};

/**
 * Returns a hotel's rounds in the order in which they were opened, planned ones last. With `id`,
 * returns only that round. @param line the portfolio's line, in percent
 */
export async function listRounds(
  db: Db,
  scope: Scope,
  hotelId: number,
  line: number,
  id?: number,
): Promise<RoundRow[]> {
  const { rows } = await sql<RoundRow>`
    select round.id, round.cycle_id, round.kind, round.stage, ${shownStatus} as status,
      round.opened_at, round.submitted_at,
      round.approved_at, approver.name as approved_by, round.version,
      round.client_id is not null as is_persons, round.questions is not null as asks_again,
      round.survey_ids, round.blind, round.planned_from,
      round.planned_to,
      coalesce((select json_agg(json_build_object('id', person.id, 'name', person.name)
          order by person.name, person.id)
        from round_people join system_users person on person.id = user_id
        where round_id = round.id), '[]') as people,
      round.id = (select round_id from round_times where hotel_id = ${hotelId}
        order by since desc limit 1) as is_current,
      figures.*
    from rounds round
      left join system_users approver on approver.id = round.approved_by_id
      cross join lateral (
        select count(*) as responses, ${meanPercent(line)} as percent,
          ${verdictOfMean(exactMean, line)} as verdict,
          min(completed_at) as first_at, max(completed_at) as last_at
        from responses response
        where response.round_id = round.id and counts) figures
    where round.hotel_id = ${hotelId} and ${inScope(scope, 'round.hotel_id')}
      and ${id === undefined ? sql`true` : sql`round.id = ${id}`}
    order by round.opened_at nulls last, round.planned_from nulls last, round.id`.execute(db);
  return rows;
}

/** Finds a cycle within scope, and locks it until the transaction ends. */
export function lockCycle(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('cycles')
    .select(['id', 'hotelId', 'number', 'beganAt', 'endedAt', 'outcome'])
    .where('id', '=', id)
    .where(inScope(scope, 'cycles.hotel_id'))
    .forUpdate()
    .executeTakeFirst();
}

export async function setOutcome(db: Db, id: number, outcome: string): Promise<void> {
  await db.updateTable('cycles').set({ outcome }).where('id', '=', id).execute();
}
