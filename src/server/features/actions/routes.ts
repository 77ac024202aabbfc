import {
  actionCountsSchema,
  actionEventReplySchema,
  actionPageSchema,
  actionSchema,
  changedActionsSchema,
} from '#domain/actions/action.ts';
import { actionsPerPage } from '#domain/actions/action.ts';
import {
  actionEventInputSchema,
  actionFilterSchema,
  actionsQuerySchema,
  dueInputSchema,
  ownerInputSchema,
} from '#domain/actions/action-input.ts';
import {
  exitPlanInputSchema,
  exitPlanQuerySchema,
  exitPlanSchema,
  planChoiceSchema,
  roundPlansSchema,
} from '#domain/actions/exit-plan.ts';
import { idParams } from '#domain/identity.ts';
import type { Person, Scope } from '#domain/people/person.ts';
import { daysIn } from '#domain/time-zone.ts';
import { listExitPlans } from '#server/db/plans/exit-plans.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { defineRoute } from '#server/http/route.ts';
import { notFound } from '#server/problems.ts';
import { addEvent } from './add-event.ts';
import { addByLink } from './by-link.ts';
import { changeDue, changeOwner } from './change-many.ts';
import { choosePlan } from './choose-plan.ts';
import { noteEvent, noteOwners } from './note-event.ts';
import * as queries from './queries.ts';
import { readAction } from './read-action.ts';
import { storePlan } from './store-plan.ts';

type Caller = { deps: Pick<Deps, 'config' | 'now'>; db: Db; person: Person; scope: Scope };

/** Adds the present day in the installation's time zone, by which actions are overdue. */
function readerOf({ deps, db, person, scope }: Caller) {
  const today = daysIn(deps.config.timeZone).dayOf(deps.now());
  return { deps, db, person, scope, today };
}

const list = defineRoute({
  method: 'GET',
  path: '/api/actions',
  summary: 'Actions within scope, page by page; open ones by their due day',
  who: 'actions.read',
  query: actionsQuerySchema,
  answer: actionPageSchema,
  run: async ({ query: { after, ...filter }, ...caller }) => {
    const [dueOn = '', id = ''] = after?.split('_') ?? [];
    const rows = await queries.listActions(
      readerOf(caller),
      filter,
      after === undefined ? undefined : { dueOn, id: Number(id) },
    );
    const actions = rows.slice(0, actionsPerPage).map((row) => queries.presentRow(row));
    const last = rows.length > actionsPerPage ? actions.at(-1) : undefined;
    return { actions, next: last ? `${last.dueOn}_${last.id}` : null };
  },
});

const counts = defineRoute({
  method: 'GET',
  path: '/api/actions/counts',
  summary: 'How many of the filtered actions are open, overdue and critical',
  who: 'actions.read',
  query: actionFilterSchema,
  answer: actionCountsSchema,
  run: ({ query, ...caller }) => queries.countActions(readerOf(caller), query),
});

const one = defineRoute({
  method: 'GET',
  path: '/api/actions/{id}',
  summary: 'An action with its history, and what the caller can do with it',
  who: 'actions.read',
  params: idParams,
  answer: actionSchema,
  run: ({ params: { id }, ...caller }) => readAction(readerOf(caller), id),
});

const add = defineRoute({
  method: 'POST',
  path: '/api/actions/{id}/events',
  summary:
    'Comment on an action, or change its status, owner or due day; sent again, it is stored once',
  who: 'actions.write',
  audit: 'action.changed',
  repeat: 'own',
  params: idParams,
  body: actionEventInputSchema,
  answer: actionEventReplySchema,
  status: 201,
  refuses: {
    400: 'There is no such move, or it needs words, evidence or a file that has not arrived; or the owner does not see the hotel.',
    403: 'The owner of an action cannot verify it, and only an Admin can withdraw one.',
    409: 'The action has as many events as it can have, or another event has this `clientId`.',
  },
  run: async ({ params: { id }, body, reply, ...caller }) => {
    const { db, person, ...call } = caller;
    const by = { kind: 'user', person } as const;
    const added = await addEvent({ ...call, db, by }, id, body);
    if (added.isNew) await noteEvent(db, person, added, body);
    else void reply.code(200);
    const after = await readAction(readerOf(caller), id);
    const event = after.events.find((one) => one.id === added.eventId);
    if (!event) throw notFound('The event');
    return { event, action: after };
  },
});

const due = defineRoute({
  method: 'POST',
  path: '/api/actions/due',
  summary: 'Set one due date for many actions, all or none; sent again, it is done once',
  who: 'actions.write',
  audit: 'action.due-changed',
  repeat: 'own',
  body: dueInputSchema,
  answer: changedActionsSchema,
  refuses: {
    404: 'One of the actions is not in the caller’s scope.',
    409: 'One of them was changed or closed meanwhile or has as many events as it can have, or another call has this `clientId`.',
  },
  run: async ({ db, person, scope, body, record }) => {
    const changed = await changeDue({ db, person, scope }, body);
    if (changed !== null) await record(null, { changed: body.actions.length, dueOn: body.dueOn });
    return { changed: changed ?? 0 };
  },
});

const owner = defineRoute({
  method: 'POST',
  path: '/api/actions/owner',
  summary: 'Give many actions one owner, all or none; sent again, it is done once',
  who: 'actions.write',
  audit: 'action.changed',
  repeat: 'own',
  body: ownerInputSchema,
  answer: changedActionsSchema,
  refuses: {
    400: 'The owner does not see the hotel of one of the actions.',
    404: 'One of the actions is not in the caller’s scope.',
    409: 'One of them was changed or closed meanwhile or has as many events as it can have, or another call has this `clientId`.',
  },
  run: async ({ db, person, scope, body }) => {
    const changed = await changeOwner({ db, person, scope }, body);
    if (changed !== null) await noteOwners(db, person, changed);
    return { changed: changed?.length ?? 0 };
  },
});

const addPlan = defineRoute({
  method: 'POST',
  path: '/api/hotels/{id}/exit-plans',
  summary: 'Store the plan of an exit meeting; sent again, it is stored once',
  who: 'actions.write',
  audit: 'plan.agreed',
  repeat: 'own',
  params: idParams,
  query: exitPlanQuerySchema,
  body: exitPlanInputSchema,
  answer: exitPlanSchema,
  status: 201,
  refuses: {
    403: 'Only an Admin can send somebody else’s plan.',
    400: 'An owner does not belong to the hotel, or the client id of a contact is that of another hotel’s.',
    404: 'The hotel is not in the caller’s scope, and was not when the meeting was held.',
    409: 'Another plan has this `clientId`, or the hotel has as many plans or contacts as it can have.',
  },
  run: async ({ params: { id: hotelId }, query: { heldBy }, body, reply, record, ...caller }) => {
    const { id, isNew } = await storePlan({ ...caller, heldBy }, hotelId, body);
    if (isNew) await record(id, { hotelId, items: body.items.length });
    else void reply.code(200);
    const [plan] = await listExitPlans(caller.db, { id });
    if (!plan) throw notFound('The plan');
    return plan;
  },
});

const choose = defineRoute({
  method: 'PUT',
  path: '/api/rounds/{id}/plan-choice',
  summary: 'Decide which plan of an exit meeting counts when signed plans differ',
  who: 'actions.write',
  audit: 'plan.chosen',
  repeat: 'own',
  params: idParams,
  body: planChoiceSchema,
  answer: roundPlansSchema,
  refuses: {
    400: 'The plan is not one of this round.',
    409: 'No other signed plan differs in one of the findings.',
  },
  run: async ({ params: { id }, body, record, ...caller }) => {
    const { hotelId, decided } = await choosePlan(caller, id, body);
    if (decided > 0) await record(null, { hotelId, items: decided });
    return { exitPlans: await listExitPlans(caller.db, { roundId: id }) };
  },
});

export const actionRoutes = [list, counts, one, add, addByLink, due, owner, addPlan, choose];
