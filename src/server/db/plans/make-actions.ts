import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';

import { mostActions } from '#domain/actions/action.ts';
import { dueDaysAfter, dueFor, type DueDays } from '#domain/actions/due.ts';
import { moves, type ActionStatus, type Move } from '#domain/actions/moves.ts';
import {
  changesOfRound,
  shownBy,
  type ActionChange,
  type AnsweredResponse,
  type Found,
} from '#domain/actions/of-round.ts';
import type { RoundKind } from '#domain/rounds/round.ts';
import { daysIn } from '#domain/time-zone.ts';
import { keysWaived } from '#domain/waivers/waiver.ts';
import type { Deps } from '#server/deps.ts';
import { readWaivers } from '#server/db/rounds/kept-waivers.ts';
import { recordEvent } from '#server/db/audit/record-event.ts';
import type { ActionEventBody } from '#server/db/schema/actions.ts';
import { lockFor, type Db } from '#server/db/statements/transaction.ts';

import { lockActions } from './lock-actions.ts';
import { readPlanned, takePlanned, type Planned } from './take-plans.ts';

type Maker = {
  deps: Pick<Deps, 'config' | 'editions' | 'now'>;
  db: Db;
  person: { id: number; name: string };
};
type Round = { id: number; hotelId: number; cycleId: number; kind: RoundKind };

/**
 * Shares the locks of the people whom an act on a round names: who acts, and the owners that its plans give to actions.
 * Call this before the round or its actions are locked, because the deletion of a person locks the person first.
 */
export async function holdPeopleOf(
  db: Db,
  { roundId, personId }: { roundId: number | null; personId: number },
): Promise<void> {
  await sql`select from system_users
    where id = ${personId} or id in (select owner_user_id from exit_plan_items item
      join exit_plans plan on plan.id = item.plan_id where plan.round_id = ${roundId})
    order by id for key share`.execute(db);
}

/**
 * Does the same as {@link makeActions} when the content of an approved round has changed: an appeal was
 * upheld, or a response that arrived late was accepted. Does nothing for a round that was approved before
 * there were actions.
 */
export async function changeActionsOf(
  maker: Maker,
  roundId: number | null,
  why: string,
): Promise<void> {
  await holdPeopleOf(maker.db, { roundId, personId: maker.person.id });
  const round = await findApproved(maker.db, roundId);
  if (round) await makeActions(maker, round, why);
}

/**
 * Makes the actions of an approved round, and changes those of its cycle by what the round shows now (`of-round.ts`).
 * Approvals in one cycle wait for each other here.
 *
 * @param why the text that the history of an action gets when its finding is gone
 */
export async function makeActions(maker: Maker, round: Round, why: string): Promise<void> {
  const { deps, db, person } = maker;
  await lockFor(db, 'actions of cycle', round.cycleId);
  const responses = await readResponses(maker, round.id);
  const shown = shownBy(responses, round.kind);
  const known = await lockActions(db, round);
  const approved = {
    id: round.id,
    responses: responses.map(({ id }) => id),
    waived: await waivedToday(maker, round.hotelId),
  };
  const { made, changes } = changesOfRound(approved, shown, known);
  const room = made.slice(0, mostActions);
  const dueOn = dueDaysAfter(daysIn(deps.config.timeZone).dayOf(deps.now()), deps.config);
  const planned = await readPlanned(db, round.id);
  await insertActions(db, round, { made: room, planned }, dueOn);
  await changeActions(db, { round, why, dueOn }, changes);
  if (planned.size > 0) {
    for (const { key } of made) planned.delete(key);
    await takePlanned(db, round, [...planned.values()], approved.waived);
  }
  const count = (move: Move) => changes.filter((one) => one.move === move).length;
  const told = {
    made: room.length,
    again: count('find-again') + count('reopen'),
    verified: count('pass'),
    cleared: count('clear'),
  };
  if (Object.values(told).some((one) => one > 0))
    await recordEvent(db, person, 'action.created', null, {
      ...{ hotelId: round.hotelId, roundId: round.id, ...told },
      ...(made.length > room.length && { leftOut: made.length - room.length }),
    });
}

/**
 * Applies a plan that arrived after its round was approved to the actions. Does nothing for a round
 * that is not approved, or that was approved before there were actions. The caller has locked the
 * round.
 */
export async function takeLatePlan({ deps, db }: Omit<Maker, 'person'>, id: number): Promise<void> {
  const round = await findApproved(db, id);
  if (!round) return;
  await lockFor(db, 'actions of cycle', round.cycleId);
  await lockActions(db, round);
  const planned = await readPlanned(db, round.id);
  await takePlanned(
    db,
    round,
    [...planned.values()],
    await waivedToday({ deps, db }, round.hotelId),
  );
}

function roundWithActions(db: Db, roundId: number | null) {
  return db
    .selectFrom('rounds')
    .select(['id', 'hotelId', 'cycleId', 'kind'])
    .where('id', '=', roundId)
    .where('hasActions', '=', true);
}

/** Returns the round if an approval of it made actions, even if the round was reopened since. */
export function findWithActions(db: Db, roundId: number) {
  return roundWithActions(db, roundId).executeTakeFirst();
}

/** Returns the round if it is approved and its approval made actions. */
export function findApproved(db: Db, roundId: number | null) {
  return roundWithActions(db, roundId).where('approvedAt', 'is not', null).executeTakeFirst();
}

async function waivedToday(
  { deps, db }: Omit<Maker, 'person'>,
  hotelId: number,
): Promise<ReadonlySet<string>> {
  const { waivers } = await readWaivers(db, hotelId);
  return new Set(keysWaived(waivers, deps.now(), deps.config.timeZone));
}

/** Returns the counted responses of the round, the latest first. */
async function readResponses(
  { deps, db }: Pick<Maker, 'deps' | 'db'>,
  roundId: number,
): Promise<AnsweredResponse[]> {
  const rows = await db
    .selectFrom('responses')
    .select(['id', 'surveyId', 'edition', 'marks', 'lost', 'answers', 'asked', 'completedAt'])
    .where('roundId', '=', roundId)
    .where('counts', '=', true)
    .orderBy('completedAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const responses: AnsweredResponse[] = [];
  for (const { surveyId, edition, ...row } of rows) {
    const kept = await deps.editions.find(db, surveyId, edition);
    responses.push({ ...row, questions: kept?.questions ?? [] });
  }
  return responses;
}

async function insertActions(
  db: Db,
  { id: roundId, hotelId, cycleId }: Round,
  { made, planned }: { made: readonly Found[]; planned: ReadonlyMap<string, Planned> },
  dueOn: DueDays,
): Promise<void> {
  if (made.length === 0) return;
  const keys = made.map(({ key }) => key);
  const { rows } = await sql<{ id: number; questionKey: string }>`
    select distinct on (former.question_key) former.id, former.question_key
    from actions former join cycles cycle on cycle.id = former.cycle_id
    where former.hotel_id = ${hotelId} and former.question_key = any(${keys})
      and former.status <> 'not-a-finding'
      and cycle.number < (select number from cycles where id = ${cycleId})
    order by former.question_key, cycle.number desc`.execute(db);
  const formerOf = new Map(rows.map(({ id, questionKey }) => [questionKey, id]));
  await db
    .insertInto('actions')
    .values(
      made.map(({ key, questionId, text, severity, responses }) => {
        const plan = planned.get(key);
        return {
          ...{ clientId: plan?.clientId ?? `action_${randomUUID()}`, hotelId, cycleId, roundId },
          ...{ questionId, questionKey: key, questionText: text, severity, responses },
          dueOn: plan?.dueOn ?? dueFor(severity, dueOn),
          ...(plan && {
            ...{ what: plan.what, ownerUserId: plan.ownerUserId },
            ...{ ownerContactId: plan.ownerContactId, ownerName: plan.ownerName },
          }),
          repeatOf: formerOf.get(key) ?? null,
          foundIn: [roundId],
        };
      }),
    )
    .execute();
}

type Changing = { round: Round; why: string; dueOn: DueDays };

async function changeActions(
  db: Db,
  { round, why, dueOn }: Changing,
  changes: readonly ActionChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ id, move, from, severity, foundIn, responses, passedBy }) => ({
    ...{ id, severity, status: move ? moves[move].to : from, isMoved: move !== null },
    ...{ found_in: foundIn, responses, passed_by: passedBy },
    due_on: move !== null && moves[move].to === 'open' ? dueFor(severity, dueOn) : null,
    isFoundAgain: move === 'find-again',
  }));
  await sql`
    update actions set status = change.status, severity = change.severity,
      found_in = change.found_in, responses = change.responses,
      due_on = coalesce(change.due_on, actions.due_on),
      found_at = case when change."isFoundAgain" then now() else found_at end,
      closed_by_response_id = case when change."isMoved" then change.passed_by
        else closed_by_response_id end,
      version = version + change."isMoved"::integer
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) change (id integer, severity text,
      status text, "isMoved" boolean, "isFoundAgain" boolean, found_in integer[],
      responses integer[], passed_by integer, due_on date)
    where actions.id = change.id`.execute(db);
  await insertMoves(
    db,
    changes.flatMap(({ id, move, from, passedBy }) =>
      move === null
        ? []
        : {
            ...{ actionId: id, move, from },
            text: move === 'clear' ? why : move === 'reopen' ? whyReopened : '',
            roundId: round.id,
            ...(passedBy !== null && { responseId: passedBy }),
          },
    ),
  );
}

/** The text in the history of an action whose re-assessment was corrected. */
const whyReopened =
  'The re-assessment was corrected, and no longer shows that the finding is gone.';

type MoveOfServer = { actionId: number; move: Move; from: ActionStatus } & ActionEventBody;

/** Appends what the server did to the histories of actions. */
export async function insertMoves(db: Db, made: readonly MoveOfServer[]): Promise<void> {
  if (made.length === 0) return;
  await db
    .insertInto('actionEvents')
    .values(
      made.map(({ actionId, move, ...body }) => ({
        ...{ clientId: `server_${randomUUID()}`, actionId, kind: 'status' as const },
        body: JSON.stringify({ ...body, move, to: moves[move].to } satisfies ActionEventBody),
      })),
    )
    .execute();
}
