import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';

import { isOpen, moves } from '#domain/actions/moves.ts';
import type { ActionEventBody, ExitPlanItemsTable } from './schema-actions.ts';
import type { Db } from './transaction.ts';

/*
 * How a plan becomes actions (rules 144 and 145, docs/decisions/0066)
 * ===================================================================
 *
 * The problem. A plan is agreed before the round is approved, and arrives before or after the approval.
 * Two devices may bring plans about the same findings. Review may have taken findings away meanwhile.
 *
 * The idea. A plan is taken once (`taken_at`): by the approval, or when it arrives, whichever is later.
 *
 * | the item's key has     | what is done                                                        |
 * | ---------------------- | ------------------------------------------------------------------- |
 * | an action made now     | It is made with the item's client id, words, owner and day.         |
 * | an open action         | What differs is changed by events in the name of who held the plan. |
 * | a closed action        | Nothing.                                                            |
 * | none: no finding       | An action is made that is “not a finding”, with an event that says  |
 * |                        | why, so that the hotel reads what became of what it signed.         |
 *
 * What would break if you changed it. A plan that is taken again at every approval would undo what people
 * changed in the actions since the first one.
 */

export type Planned = Pick<
  ExitPlanItemsTable,
  | 'clientId'
  | 'questionKey'
  | 'questionId'
  | 'questionText'
  | 'what'
  | 'ownerUserId'
  | 'ownerContactId'
  | 'ownerName'
  | 'dueOn'
> & { by: string; byId: number | null; heldAt: string };

/**
 * Returns what the plans of a round say that were not taken yet, by question key; of two about the same
 * key, the later to arrive. The caller holds the round.
 */
export async function readPlanned(db: Db, roundId: number): Promise<Map<string, Planned>> {
  const { rows } = await sql<Planned & { isTaken: boolean }>`
    select distinct on (item.question_key) item.client_id, item.question_key, item.question_id,
      item.question_text, item.what, item.owner_user_id, item.owner_contact_id, item.owner_name,
      item.due_on, plan.agreed_by as by, plan.agreed_by_id as by_id, plan.held_at,
      exists (select from actions where client_id = item.client_id)
        or exists (select from responses where client_id = item.client_id)
        or exists (select from interview_sessions where client_id = item.client_id)
        or exists (select from exit_plans where client_id = item.client_id) as is_taken
    from exit_plan_items item join exit_plans plan on plan.id = item.plan_id
    where plan.round_id = ${roundId} and plan.taken_at is null
    order by item.question_key, plan.id desc`.execute(db);
  // The files of an action name its client id. An id that something else has would show foreign files.
  const used = new Set<string>();
  return new Map(
    rows.map(({ isTaken, ...row }) => {
      const clientId = isTaken || used.has(row.clientId) ? `action_${randomUUID()}` : row.clientId;
      used.add(clientId);
      return [row.questionKey, { ...row, clientId }];
    }),
  );
}

/**
 * Writes what was planned to the actions of the cycle, by the table above, and marks the round's plans as
 * taken. The caller has locked the cycle's actions.
 *
 * @param planned without what an action was just made with
 */
export async function takePlanned(
  db: Db,
  round: { id: number; hotelId: number; cycleId: number },
  planned: readonly Planned[],
  waived: ReadonlySet<string>,
): Promise<void> {
  const known = await db
    .selectFrom('actions')
    .select(['id', 'questionKey', 'status', 'what', 'dueOn'])
    .select(['ownerUserId', 'ownerContactId', 'ownerName'])
    .where('cycleId', '=', round.cycleId)
    .where('questionKey', '=', sql<string>`any(${planned.map(({ questionKey }) => questionKey)})`)
    .execute();
  const actionOf = new Map(known.map((action) => [action.questionKey, action]));
  await changeByPlan(
    db,
    planned.flatMap((item) => {
      const action = actionOf.get(item.questionKey);
      return action && isOpen(action.status) ? [{ item, action }] : [];
    }),
  );
  await insertCleared(
    db,
    round,
    planned.filter(({ questionKey }) => !actionOf.has(questionKey)),
    waived,
  );
  await db
    .updateTable('exitPlans')
    .set({ takenAt: sql<string>`now()` })
    .where('roundId', '=', round.id)
    .where('takenAt', 'is', null)
    .execute();
}

type Owned = Pick<Planned, 'what' | 'dueOn' | 'ownerUserId' | 'ownerContactId' | 'ownerName'>;
type Change = { item: Planned; action: Owned & { id: number } };

/** Changes open actions, with an event for each thing that differs. What a plan leaves empty stays. */
async function changeByPlan(db: Db, all: readonly Change[]): Promise<void> {
  const events = all.flatMap(({ item, action }) => {
    const bodies: ['what' | 'due' | 'owner', ActionEventBody][] = [];
    if (item.what !== '' && item.what !== action.what) bodies.push(['what', { what: item.what }]);
    if (item.dueOn !== action.dueOn) bodies.push(['due', { dueOn: item.dueOn }]);
    if (isOtherOwner(item, action)) bodies.push(['owner', { owner: ownerIn(item) }]);
    return bodies.map(([kind, body]) => ({ kind, body, item, action }));
  });
  if (events.length === 0) return;
  await db
    .insertInto('actionEvents')
    .values(
      events.map(({ kind, body, item, action }) => ({
        ...{ clientId: `server_${randomUUID()}`, actionId: action.id, kind },
        body: JSON.stringify({ text: '', ...body } satisfies ActionEventBody),
        ...{ actorName: item.by, actorUserId: item.byId, claimedAt: item.heldAt },
      })),
    )
    .execute();
  const changed = all.filter(({ action }) => events.some((one) => one.action === action));
  const rows = changed.map(({ item, action }) => {
    const owner = item.ownerName === null ? action : item;
    return {
      ...{ id: action.id, what: item.what === '' ? action.what : item.what, due_on: item.dueOn },
      ...{ owner_user_id: owner.ownerUserId, owner_contact_id: owner.ownerContactId },
      owner_name: owner.ownerName,
    };
  });
  await sql`
    update actions set what = change.what, due_on = change.due_on,
      owner_user_id = change.owner_user_id, owner_contact_id = change.owner_contact_id,
      owner_name = change.owner_name, version = version + 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) change (id integer, what text,
      due_on date, owner_user_id integer, owner_contact_id integer, owner_name text)
    where actions.id = change.id`.execute(db);
}

function isOtherOwner(item: Owned, action: Owned): boolean {
  const isSame =
    item.ownerUserId === action.ownerUserId && item.ownerContactId === action.ownerContactId;
  return item.ownerName !== null && (!isSame || item.ownerName !== action.ownerName);
}

function ownerIn({ ownerUserId, ownerContactId, ownerName }: Owned): ActionEventBody['owner'] {
  if (ownerName === null) return null;
  return ownerContactId === null
    ? { kind: 'user', id: ownerUserId, name: ownerName }
    : { kind: 'contact', id: ownerContactId, name: ownerName };
}

/** Makes an action for each item that is no finding in the approved round, with the reason. */
async function insertCleared(
  db: Db,
  { id: roundId, hotelId, cycleId }: { id: number; hotelId: number; cycleId: number },
  items: readonly Planned[],
  waived: ReadonlySet<string>,
): Promise<void> {
  const values = items.flatMap(({ questionId, by: _, byId: _id, heldAt: _at, ...item }) =>
    questionId === null
      ? []
      : {
          ...{ ...item, hotelId, cycleId, roundId, questionId },
          ...{ responses: [], foundIn: [], severity: 'minor' as const, status: moves.clear.to },
        },
  );
  if (values.length === 0) return;
  const made = await db
    .insertInto('actions')
    .values(values)
    .returning(['id', 'questionKey'])
    .execute();
  await db
    .insertInto('actionEvents')
    .values(
      made.map(({ id: actionId, questionKey }) => ({
        ...{ clientId: `server_${randomUUID()}`, actionId, kind: 'status' as const },
        body: JSON.stringify({
          text: waived.has(questionKey)
            ? 'It was planned in the exit meeting. The question is waived at this hotel.'
            : 'It was planned in the exit meeting. The approved round does not show the finding.',
          ...{ move: 'clear', from: 'open', to: moves.clear.to, roundId },
        } satisfies ActionEventBody),
      })),
    )
    .execute();
}
