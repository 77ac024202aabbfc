import { sql, type Selectable } from 'kysely';

import { joinPlans, type JoinedItem, type PlanToJoin } from '#domain/actions/join-plans.ts';
import type { ExitPlanItemsTable } from '#server/db/schema/actions.ts';
import type { Db } from '#server/db/statements/transaction.ts';

/** An item of a plan with what is known of its plan, as {@link readItems} returns it. */
export type PlannedItem = Omit<Selectable<ExitPlanItemsTable>, 'id' | 'chosenBy'> & {
  plan: string;
  heldAt: string;
  isSigned: boolean;
  isTaken: boolean;
  by: string;
  byId: number | null;
  replaces: string[];
};

/** Returns the items of all plans of these rounds, plan by plan and in the order of each plan. */
export async function readItems(
  db: Db,
  of: { roundId: number } | { planId: number },
): Promise<PlannedItem[]> {
  const { rows } = await sql<PlannedItem>`
    select item.plan_id, plan.client_id as plan, least(plan.held_at, plan.created_at) as held_at,
      plan.hotel_file is not null as is_signed, plan.taken_at is not null as is_taken,
      plan.agreed_by as by, plan.agreed_by_id as by_id, plan.replaces,
      item.client_id, item.question_key, item.survey_id, item.question_id, item.question_text,
      item.what, item.owner_user_id, item.owner_contact_id, item.owner_name, item.due_on,
      item.what_at, item.owner_at, item.due_at, item.chosen_at
    from exit_plan_items item join exit_plans plan on plan.id = item.plan_id
    where ${'planId' in of ? sql`plan.id = ${of.planId}` : sql`plan.round_id = ${of.roundId}`}
    order by plan.id, item.id`.execute(db);
  return rows;
}

/** Returns by question key what the plans of a round say together about each finding (rule 171). */
export function joinItems(items: readonly PlannedItem[]): Map<string, JoinedItem<PlannedItem>> {
  const byPlan = [...Map.groupBy(items, ({ planId }) => planId).values()];
  const plans = byPlan.flatMap((of): PlanToJoin<PlannedItem>[] => {
    const [first] = of;
    if (!first) return [];
    const { plan: clientId, heldAt, isSigned, replaces } = first;
    const said = new Map(of.map((item) => [item.questionKey, toJoin(item)]));
    return [{ clientId, heldAt: Date.parse(heldAt), isSigned, replaces, items: said }];
  });
  return joinPlans(plans, ownerKey);
}

function toJoin(item: PlannedItem) {
  const { what, dueOn, whatAt, ownerAt, dueAt, chosenAt } = item;
  return {
    ...{ what, dueOn, owner: item.ownerName === null ? null : item },
    edited: {
      ...(whatAt !== null && { what: Date.parse(whatAt) }),
      ...(ownerAt !== null && { owner: Date.parse(ownerAt) }),
      ...(dueAt !== null && { dueOn: Date.parse(dueAt) }),
    },
    chosenAt: chosenAt === null ? null : Date.parse(chosenAt),
  };
}

/** Returns a text that is equal for equal owners. For people who have left, it is their name. */
export function ownerKey({ ownerUserId, ownerContactId, ownerName }: PlannedItem): string {
  if (ownerContactId !== null) return `contact ${ownerContactId}`;
  return ownerUserId === null ? `${ownerName}` : `user ${ownerUserId}`;
}
