import { createHash } from 'node:crypto';

import type { Scope } from '#domain/people/person.ts';
import {
  mostRounds,
  stageOfRound,
  type ChangedRoundFields,
  type NewRound,
  type RoundChange,
} from '#domain/rounds/plan.ts';
import { whyNotOpened } from '#domain/rounds/opens-in.ts';
import type { Stage } from '#domain/workflow/stages.ts';
import { usersAt } from '#server/db/people/users-at.ts';
import { countRounds } from '#server/db/rounds/count-rounds.ts';
import { lockHotel } from '#server/db/rounds/lock-hotel.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { invalid, notFound, ProblemError } from '#server/problems.ts';
import * as queries from './plan-queries.ts';

const conflict = (detail: string) => new ProblemError('conflict', detail);

/**
 * Stores a round that a person plans or opens. The same call sent again stores nothing. Throws 409 where the
 * `clientId` was sent with other content.
 *
 * @returns the id of the round, and whether this call stored it
 */
export async function planRound(
  db: Db,
  scope: Scope,
  hotelId: number,
  plan: NewRound,
): Promise<{ id: number; isNew: boolean }> {
  const { people, ...round } = plan;
  const hotel = await lockHotel(db, scope, hotelId);
  if (!hotel) throw notFound('The hotel');
  const first = await queries.findByClientId(db, hotelId, round.clientId);
  const digest = createHash('sha256').update(JSON.stringify(plan)).digest();
  if (first) {
    if (first.digest !== null && !first.digest.equals(digest))
      throw new ProblemError(
        'same-key-other-content',
        'Another round is stored under this client id.',
      );
    return { id: first.id, isNew: false };
  }
  const cycle = await queries.openCycle(db, hotelId);
  if (!cycle)
    throw conflict(
      "The hotel's cycle has ended. Move the hotel to Initiated to begin the next one.",
    );
  if ((await countRounds(db, cycle.id)) >= mostRounds)
    throw conflict(`A cycle can have ${mostRounds} rounds.`);
  await requirePlan(db, hotelId, { people, surveyIds: round.surveyIds });
  const id = await queries.insertRound(db, {
    ...round,
    ...{ digest, hotelId, cycleId: cycle.id, stage: stageOfRound(round.kind, hotel.stage) },
  });
  await queries.setPeople(db, id, [...new Set(people)]);
  if (round.status === 'open') await queries.makeCurrent(db, hotelId, id);
  return { id, isNew: true };
}

type Locked = Awaited<ReturnType<typeof queries.lockRound>>;
/** A round as it was, and the fields that the change made different. */
type ChangedRound = { stored: Locked; changed: ChangedRoundFields };

/**
 * Changes the plan of a round, opens it or cancels it. A change that is stored already is never
 * refused: a client that lost our reply sends it again.
 */
export async function changeRound(
  db: Db,
  scope: Scope,
  id: number,
  { version, ...wanted }: RoundChange,
): Promise<ChangedRound> {
  const found = await queries.hotelOfRound(db, scope, id);
  const hotel = found && (await lockHotel(db, scope, found.hotelId));
  if (!hotel) throw notFound('The round');
  const stored = await queries.lockRound(db, id);
  const changed = differing(stored, wanted);
  if (Object.keys(changed).length === 0) return { stored, changed };
  if (version !== undefined && version !== stored.version)
    throw new ProblemError(
      'changed-meanwhile',
      'Someone else changed this round meanwhile. Your change was not stored; see what it says now and choose.',
    );
  requireChangeable(stored);
  if (changed.status === 'open') requireItsStage(stored, hotel.stage);
  await requirePlan(db, hotel.id, changed);
  const { people, ...fields } = changed;
  await queries.updateRound(db, id, fields);
  if (people) await queries.setPeople(db, id, people);
  if (changed.status === 'open') await queries.makeCurrent(db, hotel.id, id);
  // New interviews need a round, so the round of the hotel's stage becomes the current one.
  if (changed.status === 'cancelled' && stored.isCurrent)
    await queries.goOnInStage(db, {
      hotelId: hotel.id,
      cycleId: stored.cycleId,
      stage: hotel.stage,
    });
  return { stored, changed };
}

/** Returns the fields that the change would make different. */
function differing(stored: Locked, { people, ...wanted }: Omit<RoundChange, 'version'>) {
  const sorted = people && [...new Set(people)].toSorted((a, b) => a - b);
  const entries = Object.entries({ ...wanted, people: sorted }).filter(
    ([name, value]) =>
      value !== undefined && JSON.stringify(value) !== JSON.stringify(stored[name as keyof Locked]),
  );
  return Object.fromEntries(entries) as ChangedRoundFields;
}

/** Throws unless the round is planned or open, and its cycle has not ended. */
function requireChangeable({ status, cycleEndedAt }: Locked): void {
  if (status !== 'planned' && status !== 'open')
    throw conflict(`This round is ${status}, and its plan can no longer change.`);
  if (cycleEndedAt !== null)
    throw conflict('The cycle of this round has ended, and its plan can no longer change.');
}

/**
 * Throws where a round that asks again what failed would be current at a hotel in another stage. Devices
 * look for such a round only at hotels in its stage. At any other hotel they would ask the whole survey,
 * and its responses would go to this round.
 */
function requireItsStage({ questions, stage }: Locked, hotelStage: Stage): void {
  const why = whyNotOpened({ asksAgain: questions !== null, stage }, hotelStage);
  if (why !== null) throw conflict(why);
}

/** Throws 400 for a survey that cannot be asked, and for a person who cannot see the hotel. */
async function requirePlan(
  db: Db,
  hotelId: number,
  { surveyIds, people }: Pick<RoundChange, 'surveyIds' | 'people'>,
): Promise<void> {
  if (surveyIds) {
    const active = await queries.activeSurveys(db, surveyIds);
    if (surveyIds.some((one) => !active.includes(one)))
      throw invalid('surveyIds', 'Only an active survey can be asked');
  }
  if (people && people.length > 0) {
    const there = await usersAt(db, hotelId, people);
    if (people.some((one) => !there.some(({ id }) => id === one)))
      throw invalid('people', 'Choose people who have access to this hotel');
  }
}
