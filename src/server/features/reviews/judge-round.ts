import { sql } from 'kysely';

import type { Person, Scope } from '#domain/people/person.ts';
import type { RoundKind } from '#domain/rounds/round.ts';
import { namePerson } from '#server/db/people/person-name.ts';
import { holdPeopleOf, makeActions } from '#server/db/plans/make-actions.ts';
import { holdHotels } from '#server/db/rounds/lock-hotel.ts';
import { followFindings } from '#server/db/rounds/planned-reassessment.ts';
import { roundApproved } from '#server/db/rounds/round-lock.ts';
import { lockFor, type Db } from '#server/db/statements/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { notFound, ProblemError } from '#server/problems.ts';
import * as queries from './queries.ts';

/** The person who judges a round, the round, and the transaction to do it in. */
export type Judge = {
  db: Db;
  person: Person;
  scope: Scope;
  /** The round's id. */
  id: number;
  timeZone: string;
};

/** Null when the same person had done the same before: then nothing changes, and nothing is recorded. */
export type Done = { hotelId: number; round: string } | null;

/**
 * Submits, approves or reopens a round (rule 103). The round's row is locked, so of two people who do
 * the same at once, the second gets an error that names the first. The same call sent again by the
 * same person changes nothing and succeeds.
 *
 * | the round is         | submit           | approve          | reopen           |
 * | -------------------- | ---------------- | ---------------- | ---------------- |
 * | open                 | submitted        | approved         | 409              |
 * | submitted            | 409, names who   | approved         | 409              |
 * | approved             | `round-approved` | 409, names who   | open             |
 * | closed, not approved | 409              | closed, approved | 409              |
 * | closed, approved     | `round-approved` | 409, names who   | closed           |
 * | planned or cancelled | 409              | 409              | 409              |
 */
export async function submitRound(judge: Judge): Promise<Done> {
  const { db, person, timeZone } = judge;
  const round = await lock(judge);
  if (round.approvedAt !== null) {
    const approvedBy = await namePerson(db, round.approvedById);
    throw roundApproved({ approvedAt: round.approvedAt, approvedBy }, timeZone);
  }
  if (round.shownStatus === 'submitted') return alreadyBy(judge, round.submittedById, 'submitted');
  if (round.shownStatus !== 'open') throw conflict(`This round is ${round.shownStatus}.`);
  const { responses } = await queries.readResponses(db, round.id, person.id);
  if (responses === 0) throw conflict('This round has no interviews yet.');
  await queries.mark(db, round, { act: 'submitted', personId: person.id });
  return doneTo(round);
}

type Approval = {
  /** What the approver looked at; undefined when that is not compared. */
  seen: string | undefined;
  deps: Pick<Deps, 'config' | 'editions' | 'now'>;
};

/**
 * Approves the round, which locks its responses and their evidence (`round-lock.ts`), and makes the
 * actions of its findings. Makes a planned re-assessment ask what is a finding now.
 */
export async function approveRound(judge: Judge, { seen, deps }: Approval): Promise<Done> {
  const { db, person } = judge;
  // Storing a response shares this lock, and does not lock the round's row (migration 76). So what is stored at this
  // moment is seen below, or is held for a review because the round is approved. The hotel comes after it. A storing
  // statement has this lock and may wait for the hotel. If an approval had the hotel, each would wait for the other.
  await lockFor(db, 'approval of', judge.id);
  await holdHotels(db, sql`select hotel_id from rounds where id = ${judge.id}`);
  const round = await lock(judge);
  if (round.approvedAt !== null) return alreadyBy(judge, round.approvedById, 'approved');
  if (!['open', 'submitted', 'closed'].includes(round.shownStatus))
    throw conflict(`This round is ${round.shownStatus}, so it cannot be approved.`);
  const now = await queries.readResponses(db, round.id, person.id);
  if (now.responses === 0) throw conflict('This round has no interviews yet.');
  if (deps.config.fourEyes && now.others === 0 && (await queries.hasOtherApprover(db, person.id)))
    throw new ProblemError(
      'not-allowed',
      'You held all interviews of this round, so somebody else must approve it.',
    );
  if (seen !== undefined && seen !== now.seen) throw changedSince();
  await queries.mark(db, round, { act: 'approved', personId: person.id });
  await makeActions({ deps, db, person }, round, 'The round was corrected and approved again.');
  await followFindings({ deps, db, person }, round.id);
  return doneTo(round);
}

function changedSince(): ProblemError {
  return new ProblemError(
    'changed-meanwhile',
    'This round has changed since you opened it. Look at it again before you approve it.',
  );
}

export async function reopenRound(judge: Judge): Promise<Done> {
  const { db, person } = judge;
  const round = await lock(judge);
  if (round.approvedAt === null) {
    if (round.reopenedAt === null) throw conflict('This round is not approved.');
    return alreadyBy(judge, round.reopenedById, 'reopened');
  }
  await queries.mark(db, round, { act: 'reopened', personId: person.id });
  return doneTo(round);
}

async function lock({ db, person, scope, id }: Judge): Promise<queries.LockedRound> {
  await holdPeopleOf(db, { roundId: id, personId: person.id });
  const round = await queries.lockRound(db, scope, id);
  if (!round) throw notFound('The round');
  return round;
}

async function alreadyBy({ db, person }: Judge, byId: number | null, done: string): Promise<null> {
  if (byId === person.id) return null;
  const name = await namePerson(db, byId);
  throw new ProblemError('changed-meanwhile', `${name} has ${done} this round already.`);
}

function conflict(detail: string): ProblemError {
  return new ProblemError('conflict', detail);
}

const nameOf: Readonly<Record<RoundKind, string>> = {
  self: 'the self-assessment',
  onsite: 'the onsite round',
  session: 'the session',
  reassessment: 'the re-assessment',
  other: 'a round',
};

function doneTo({ hotelId, kind }: queries.LockedRound): NonNullable<Done> {
  return { hotelId, round: nameOf[kind] };
}
