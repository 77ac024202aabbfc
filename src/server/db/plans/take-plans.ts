import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';

import type { PlanField } from '#domain/actions/join-plans.ts';
import { isOpen, moves } from '#domain/actions/moves.ts';
import type { ActionEventBody, ExitPlanItemsTable } from '#server/db/schema/actions.ts';
import type { Db } from '#server/db/statements/transaction.ts';

import { joinItems, readItems } from './joined-plans.ts';
import { usedIds } from './used-ids.ts';

/*
 * How a plan becomes actions (rules 144 and 145, docs/decisions/0066)
 * ===================================================================
 *
 * The problem. A plan is agreed before the round is approved, and arrives before or after the approval.
 * Two devices may bring plans about the same findings. Review may have taken findings away meanwhile.
 *
 * The idea. A plan is taken once (`taken_at`): by the approval, or when it arrives, whichever is later. The
 * plans of the round are joined first (`domain/actions/join-plans.ts`), also with those that were taken
 * before. An action changes only in fields whose joined value comes from a plan that was not taken yet.
 *
 * | the item's key has     | what is done                                                        |
 * | ---------------------- | ------------------------------------------------------------------- |
 * | an action made now     | It is made with the item's client id, words, owner and day.         |
 * | an open action         | What differs is changed, by events in the name of the plan's maker. |
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
> & { sources: Readonly<Record<PlanField, Source>> };

/** Who gave a field its value: the person who agreed the plan, or who chose between plans. */
type Source = {
  by: string;
  byId: number | null;
  /** When the exit meeting was held. Null when somebody chose the value just now. */
  heldAt: string | null;
  /** True when the value must still be written to the action. */
  isNew: boolean;
};

/**
 * Returns by question key what the plans of a round say together about each finding, joined by finding and field.
 * Leaves out findings whose plans were all taken before. The caller has locked the round.
 */
export async function readPlanned(db: Db, roundId: number): Promise<Map<string, Planned>> {
  const items = await readItems(db, { roundId });
  const joined = joinItems(items);
  const used = await usedIds(
    db,
    items.map(({ clientId }) => clientId),
  );
  const planned = new Map<string, Planned>();
  for (const [key, of] of Map.groupBy(items, ({ questionKey }) => questionKey)) {
    const held = joined.get(key);
    const from = new Map(of.map((item) => [item.plan, item]));
    const lead = held && from.get(held.what.from);
    if (!held || !lead || of.every(({ isTaken }) => isTaken)) continue;
    // An action's files refer to its client id. If something else had the same id, the action would
    // show that thing's files.
    const clientId = used.has(lead.clientId) ? `action_${randomUUID()}` : lead.clientId;
    used.add(clientId);
    const isTaken = of.some((item) => item.isTaken);
    const sourceOf = (field: PlanField): Source => {
      const { by, byId, heldAt, ...item } = from.get(held[field].from) ?? lead;
      // A plan that arrives late does not overturn another signed one: a person decides.
      const isHeldBack = isTaken && held.undecided[field] !== undefined;
      return { by, byId, heldAt, isNew: !item.isTaken && !isHeldBack };
    };
    const { questionKey, questionId, questionText } = lead;
    planned.set(key, {
      ...{ clientId, questionKey, questionId, questionText },
      ...{ what: held.what.value, dueOn: held.dueOn.value, ...ownerColumns(held.owner.value) },
      sources: { what: sourceOf('what'), owner: sourceOf('owner'), dueOn: sourceOf('dueOn') },
    });
  }
  return planned;
}

function ownerColumns(owner: Pick<Owned, 'ownerUserId' | 'ownerContactId' | 'ownerName'> | null) {
  const { ownerUserId = null, ownerContactId = null, ownerName = null } = owner ?? {};
  return { ownerUserId, ownerContactId, ownerName };
}

/**
 * Writes what was planned to the actions of the cycle, by the table above, and marks the round's plans as taken. The
 * caller has locked the cycle's actions.
 *
 * @param planned the planned items, without those that an action was just made from
 */
export async function takePlanned(
  db: Db,
  round: { id: number; hotelId: number; cycleId: number },
  planned: readonly Planned[],
  waived: ReadonlySet<string>,
): Promise<void> {
  const known = await changePlanned(db, round.cycleId, planned);
  await insertCleared(
    db,
    round,
    planned.filter(({ questionKey }) => !known.has(questionKey)),
    waived,
  );
  await db
    .updateTable('exitPlans')
    .set({ takenAt: sql<string>`now()` })
    .where('roundId', '=', round.id)
    .where('takenAt', 'is', null)
    .execute();
}

/**
 * Changes the open actions of a cycle to what was planned. Returns the keys that have an action, open or
 * closed. The caller has locked the cycle's actions.
 */
export async function changePlanned(
  db: Db,
  cycleId: number,
  planned: readonly Planned[],
): Promise<ReadonlySet<string>> {
  const known = await db
    .selectFrom('actions')
    .select(['id', 'questionKey', 'status', 'what', 'dueOn'])
    .select(['ownerUserId', 'ownerContactId', 'ownerName'])
    .where('cycleId', '=', cycleId)
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
  return new Set(actionOf.keys());
}

type Owned = Pick<Planned, 'what' | 'dueOn' | 'ownerUserId' | 'ownerContactId' | 'ownerName'>;
type Change = { item: Planned; action: Owned & { id: number } };

/**
 * Changes open actions, with one event for each changed field. A field that the plan leaves empty
 * keeps its value.
 */
async function changeByPlan(db: Db, all: readonly Change[]): Promise<void> {
  const events = all.flatMap(({ item, action }) => {
    const { what, dueOn, owner } = item.sources;
    const bodies: ['what' | 'due' | 'owner', ActionEventBody, Source][] = [];
    if (what.isNew && item.what !== '' && item.what !== action.what)
      bodies.push(['what', { what: item.what }, what]);
    if (dueOn.isNew && item.dueOn !== action.dueOn)
      bodies.push(['due', { dueOn: item.dueOn }, dueOn]);
    if (owner.isNew && isOtherOwner(item, action))
      bodies.push(['owner', { owner: ownerIn(item) }, owner]);
    return bodies.map(([kind, body, source]) => ({ kind, body, source, action }));
  });
  if (events.length === 0) return;
  await db
    .insertInto('actionEvents')
    .values(
      events.map(({ kind, body, source: { by, byId, heldAt }, action }) => ({
        ...{ clientId: `server_${randomUUID()}`, actionId: action.id, kind },
        body: JSON.stringify({ text: '', ...body } satisfies ActionEventBody),
        ...{ actorName: by, actorUserId: byId, claimedAt: heldAt },
      })),
    )
    .execute();
  const of = (action: Change['action'], kind: 'what' | 'due' | 'owner') =>
    events.some((event) => event.action === action && event.kind === kind);
  const changed = all.filter(({ action }) => events.some((one) => one.action === action));
  const rows = changed.map(({ item, action }) => {
    const owner = of(action, 'owner') ? item : action;
    return {
      ...{ id: action.id, what: of(action, 'what') ? item.what : action.what },
      ...{ due_on: of(action, 'due') ? item.dueOn : action.dueOn },
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

/**
 * Makes a “not a finding” action for each item whose finding the approved round does not have, with an event that
 * says why.
 */
async function insertCleared(
  db: Db,
  { id: roundId, hotelId, cycleId }: { id: number; hotelId: number; cycleId: number },
  items: readonly Planned[],
  waived: ReadonlySet<string>,
): Promise<void> {
  const values = items.flatMap(({ questionId, sources: _, ...item }) =>
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
