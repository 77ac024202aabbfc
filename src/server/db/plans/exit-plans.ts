import { sql } from 'kysely';

import type { ExitPlan } from '#domain/actions/exit-plan.ts';
import { planFields, type JoinedItem } from '#domain/actions/join-plans.ts';
import type { Db } from '#server/db/statements/transaction.ts';

import { joinItems, ownerKey, readItems, type PlannedItem } from './joined-plans.ts';

type Row = Omit<ExitPlan, 'items' | 'signatures'> & {
  assessorFile: string | null;
  hotelFile: string | null;
  hotelName: string;
};
type Became = Pick<ExitPlan['items'][number], 'actionId' | 'became'> & {
  planId: number;
  questionKey: string;
};

/**
 * Returns one plan, or the plans of a round, the latest first. Each item has what the joined plans say instead of it,
 * and what became of it.
 */
export async function listExitPlans(
  db: Db,
  of: { id: number } | { roundId: number },
): Promise<ExitPlan[]> {
  const { rows: plans } = await sql<Row>`
    select plan.id, plan.client_id, plan.round_id, plan.hotel_id, plan.held_at, plan.agreed_by as by,
      plan.sent_by, plan.assessor_file, plan.hotel_file, plan.hotel_name,
      case when round.approved_at is null then 'agreed' else 'official' end as status
    from exit_plans plan left join rounds round on round.id = plan.round_id
    where ${'id' in of ? sql`plan.id = ${of.id}` : sql`plan.round_id = ${of.roundId}`}
    order by plan.id desc`.execute(db);
  const [first] = plans;
  if (!first) return [];
  const { roundId } = first;
  const items = await readItems(db, roundId === null ? { planId: first.id } : { roundId });
  const joined = joinItems(items);
  const became = await readBecame(
    db,
    plans.map(({ id }) => id),
  );
  return plans.map(({ assessorFile, hotelFile, hotelName, ...plan }) => ({
    ...plan,
    items: items
      .filter(({ planId }) => planId === plan.id)
      .map((item) => {
        const { clientId, surveyId, questionKey, questionText, what, dueOn } = item;
        const { actionId = null, became: now = null } =
          became.find((one) => one.planId === plan.id && one.questionKey === questionKey) ?? {};
        return {
          ...{ clientId, surveyId, questionKey, questionText, what, dueOn },
          ...{ owner: plannedOwner(item), actionId, became: now },
          ...whatHolds(item, items, joined.get(questionKey)),
        };
      }),
    signatures: { assessor: assessorFile, hotel: hotelFile, hotelName },
  }));
}

/**
 * Returns for each item of these plans whether it became an action or was not a finding. Null while the round is not
 * approved.
 */
async function readBecame(db: Db, planIds: readonly number[]): Promise<Became[]> {
  const { rows } = await sql<Became>`
    select item.plan_id, item.question_key, action.id as action_id,
      -- Rounds that were approved before there were actions say nothing about it.
      case when round.approved_at is null or not round.has_actions then null
        when round.id = any(action.found_in) then 'action' else 'not-a-finding' end as became
    from exit_plan_items item join exit_plans plan on plan.id = item.plan_id
    left join rounds round on round.id = plan.round_id
    left join actions action
      on action.cycle_id = round.cycle_id and action.question_key = item.question_key
    where item.plan_id = any(${planIds})`.execute(db);
  return rows;
}

/**
 * Returns what the joined plans say where it differs from the item, and whether a person has to decide between plans.
 */
function whatHolds(
  item: PlannedItem,
  items: readonly PlannedItem[],
  held: JoinedItem<PlannedItem> | undefined,
): Pick<ExitPlan['items'][number], 'isUndecided' | 'otherwise'> {
  if (!held) return { isUndecided: false };
  const isUndecided = Object.values(held.undecided).some((plans) => plans.includes(item.plan));
  const others = planFields.filter((field) => {
    if (held[field].from === item.plan) return false;
    if (field !== 'owner') return item[field].trim() !== held[field].value.trim();
    const owner = held.owner.value;
    return item.ownerName !== null && owner !== null && ownerKey(owner) !== ownerKey(item);
  });
  const said = others.filter((field) => field !== 'what' || item.what !== '');
  if (said.length === 0) return { isUndecided };
  const holders = said.flatMap((field) =>
    items.filter(
      ({ plan, questionKey }) => plan === held[field].from && questionKey === item.questionKey,
    ),
  );
  const why = isUndecided ? 'undecided' : whyOthersHold(item, holders, held.decided);
  return {
    isUndecided,
    otherwise: {
      ...(said.includes('what') && { what: held.what.value }),
      ...(said.includes('owner') && { owner: held.owner.value?.ownerName ?? '' }),
      ...(said.includes('dueOn') && { dueOn: held.dueOn.value }),
      ...{ by: [...new Set(holders.map(({ by }) => by))].join(' and '), why },
    },
  };
}

/** Returns why the items of other plans count instead of this one. */
function whyOthersHold(item: PlannedItem, holders: readonly PlannedItem[], decided: string | null) {
  if (decided !== null && holders.some(({ plan }) => plan === decided)) return 'decided';
  return !item.isSigned && holders.some(({ isSigned }) => isSigned) ? 'signed' : 'later';
}

function plannedOwner({
  ownerUserId,
  ownerContactId,
  ownerName,
}: Pick<PlannedItem, 'ownerUserId' | 'ownerContactId' | 'ownerName'>) {
  if (ownerName === null) return null;
  if (ownerContactId === null) return { kind: 'user' as const, id: ownerUserId, name: ownerName };
  return { kind: 'contact' as const, id: ownerContactId, name: ownerName };
}
