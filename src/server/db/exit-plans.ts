import { sql } from 'kysely';

import type { ExitPlan } from '#domain/actions/exit-plan.ts';
import type { Db } from './transaction.ts';

type Row = Omit<ExitPlan, 'items' | 'signatures'> & {
  assessorFile: string | null;
  hotelFile: string | null;
  hotelName: string;
};
type Item = Omit<ExitPlan['items'][number], 'owner'> & {
  planId: number;
  ownerUserId: number | null;
  ownerContactId: number | null;
  ownerName: string | null;
};

/** Returns one plan, or those of a round, the latest first, with what became of their items. */
export async function listExitPlans(
  db: Db,
  of: { id: number } | { roundId: number },
): Promise<ExitPlan[]> {
  const { rows: plans } = await sql<Row>`
    select plan.id, plan.client_id, plan.round_id, plan.hotel_id, plan.held_at, plan.agreed_by as by,
      plan.assessor_file, plan.hotel_file, plan.hotel_name,
      case when round.approved_at is null then 'agreed' else 'official' end as status
    from exit_plans plan left join rounds round on round.id = plan.round_id
    where ${'id' in of ? sql`plan.id = ${of.id}` : sql`plan.round_id = ${of.roundId}`}
    order by plan.id desc`.execute(db);
  if (plans.length === 0) return [];
  const { rows: items } = await sql<Item>`
    select item.plan_id, item.client_id, item.survey_id, item.question_key, item.question_text,
      item.what, item.owner_user_id, item.owner_contact_id, item.owner_name, item.due_on,
      action.id as action_id,
      -- Rounds that were approved before there were actions say nothing about it.
      case when round.approved_at is null or not round.has_actions then null
        when round.id = any(action.found_in) then 'action' else 'not-a-finding' end as became
    from exit_plan_items item join exit_plans plan on plan.id = item.plan_id
    left join rounds round on round.id = plan.round_id
    left join actions action
      on action.cycle_id = round.cycle_id and action.question_key = item.question_key
    where item.plan_id = any(${plans.map(({ id }) => id)})
    order by item.id`.execute(db);
  return plans.map(({ assessorFile, hotelFile, hotelName, ...plan }) => ({
    ...plan,
    items: items
      .filter(({ planId }) => planId === plan.id)
      .map(({ planId: _, ownerUserId, ownerContactId, ownerName, ...item }) => ({
        ...item,
        owner: plannedOwner({ ownerUserId, ownerContactId, ownerName }),
      })),
    signatures: { assessor: assessorFile, hotel: hotelFile, hotelName },
  }));
}

function plannedOwner({
  ownerUserId,
  ownerContactId,
  ownerName,
}: Pick<Item, 'ownerUserId' | 'ownerContactId' | 'ownerName'>) {
  if (ownerName === null) return null;
  if (ownerContactId === null) return { kind: 'user' as const, id: ownerUserId, name: ownerName };
  return { kind: 'contact' as const, id: ownerContactId, name: ownerName };
}
