import { sql } from 'kysely';

import { changesBetween } from '#domain/audit/changes.ts';
import { idParams } from '#domain/identity.ts';
import type { Scope } from '#domain/people/person.ts';
import { daysIn } from '#domain/time-zone.ts';
import { cycleChangeSchema, newRoundSchema, roundChangeSchema } from '#domain/rounds/plan.ts';
import {
  changedCycleSchema,
  hotelRoundsSchema,
  roundNames,
  roundSchema,
} from '#domain/rounds/round.ts';
import { judgeRound } from '#domain/rounds/same-finding.ts';
import { isAnyApproved } from '#server/db/rounds/approved.ts';
import { openActionsOf } from '#server/db/plans/open-actions.ts';
import { recordEvent } from '#server/db/audit/record-event.ts';
import { sameFindingsOf } from '#server/db/rounds/same-findings.ts';
import { hotelInScope } from '#server/db/people/scope.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { defineRoute } from '#server/http/route.ts';
import { notFound, ProblemError } from '#server/problems.ts';
import { changeRound, planRound } from './plan-round.ts';
import * as queries from './queries.ts';

const ofHotel = defineRoute({
  method: 'GET',
  path: '/api/hotels/{id}/rounds',
  summary: "A hotel's cycles and rounds, the latest cycle first",
  who: 'responses.read',
  params: idParams,
  answer: hotelRoundsSchema,
  run: async ({ deps, db, scope, params: { id } }) => {
    if (!(await hotelInScope(db, scope, id))) throw notFound('The hotel');
    const [cycles, rounds, approves] = await Promise.all([
      queries.listCycles(db, scope, id),
      roundsOf({ deps, db, scope }, id),
      isAnyApproved(db),
    ]);
    const today = daysIn(deps.config.timeZone).dayOf(deps.now());
    // Actions exist only for approved rounds. Without one, this skips the query.
    const openActions = approves ? await openActionsOf(db, id, today) : undefined;
    return {
      cycles: cycles.map((cycle) => ({
        ...cycle,
        rounds: rounds.filter(({ cycleId }) => cycleId === cycle.id),
      })),
      approves,
      ...(openActions && { openActions }),
    };
  },
});

const plan = defineRoute({
  method: 'POST',
  path: '/api/hotels/{id}/rounds',
  summary: "Plan or open a round of the hotel's present cycle",
  who: 'rounds.plan',
  audit: 'round.planned',
  repeat: 'own',
  params: idParams,
  body: newRoundSchema,
  answer: roundSchema,
  status: 201,
  refuses: {
    409: "The hotel's cycle has ended or has as many rounds as it can have, or the `clientId` is that of another round.",
  },
  run: async ({ deps, db, person, scope, params, body, reply, record }) => {
    const { id, isNew } = await planRound(db, scope, params.id, body);
    if (isNew) {
      const details = { hotelId: params.id, kind: roundNames[body.kind] };
      if (body.status === 'planned') await record(id, details);
      else await recordEvent(db, person, 'round.opened', id, details);
    } else void reply.code(200);
    return roundOf({ deps, db, scope }, params.id, id);
  },
});

const change = defineRoute({
  method: 'PATCH',
  path: '/api/rounds/{id}',
  summary: 'Change the plan of a round, open it or cancel it',
  who: 'rounds.plan',
  audit: 'round.changed',
  repeat: 'own',
  params: idParams,
  body: roundChangeSchema,
  answer: roundSchema,
  refuses: {
    409: '`version` is not the stored one, or the round is past planning: submitted, approved, closed, cancelled, or of a cycle that has ended. Or it is a re-assessment that cannot open in the stage of its hotel.',
  },
  run: async ({ deps, db, person, scope, params: { id }, body, record }) => {
    const { stored, changed } = await changeRound(db, scope, id, body);
    const { status, ...fields } = changed;
    const { hotelId, kind } = stored;
    const changes = changesBetween(stored, fields);
    if (Object.keys(changes).length > 0) await record(id, { hotelId, changes });
    if (status !== undefined) {
      const action = status === 'open' ? 'round.opened' : 'round.cancelled';
      await recordEvent(db, person, action, id, { hotelId, kind: roundNames[kind] });
    }
    return roundOf({ deps, db, scope }, hotelId, id);
  },
});

type Reader = { deps: Pick<Deps, 'config' | 'editions'>; db: Db; scope: Scope };

/** Returns a hotel's rounds with their verdicts; with `id`, only that one. */
async function roundsOf({ deps, db, scope }: Reader, hotelId: number, id?: number) {
  const ofRound = id === undefined ? sql`` : sql`and round_id = ${id}`;
  const [rounds, same] = await Promise.all([
    queries.listRounds(db, scope, hotelId, deps.config.portfolioLine, id),
    sameFindingsOf(deps, db, sql`hotel_id = ${hotelId} and counts ${ofRound}`),
  ]);
  return rounds.map((round) => ({ ...round, ...judgeRound(round.verdict, same.get(round.id)) }));
}

async function roundOf(reader: Reader, hotelId: number, id: number) {
  const [round] = await roundsOf(reader, hotelId, id);
  if (!round) throw notFound('The round');
  return round;
}

const changeCycle = defineRoute({
  method: 'PATCH',
  path: '/api/cycles/{id}',
  summary: 'Store the outcome of a cycle that has ended',
  who: 'rounds.plan',
  audit: 'cycle.changed',
  repeat: 'own',
  params: idParams,
  body: cycleChangeSchema,
  answer: changedCycleSchema,
  refuses: { 409: 'The cycle has not ended yet.' },
  run: async ({ db, scope, params: { id }, body, record }) => {
    const cycle = await queries.lockCycle(db, scope, id);
    if (!cycle) throw notFound('The cycle');
    const changes = changesBetween(cycle, body, { unkept: ['outcome'] });
    if (body.outcome === undefined || Object.keys(changes).length === 0) return cycle;
    if (cycle.endedAt === null)
      throw new ProblemError(
        'conflict',
        'This cycle has not ended yet. Move the hotel to Disposition to end it.',
      );
    await queries.setOutcome(db, id, body.outcome);
    await record(id, { hotelId: cycle.hotelId, number: cycle.number, changes });
    return { ...cycle, outcome: body.outcome };
  },
});

export const roundRoutes = [ofHotel, plan, change, changeCycle];
