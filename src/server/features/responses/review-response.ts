import { sql } from 'kysely';

import { changesBetween, type Changes } from '#domain/audit/changes.ts';
import { can, type Person, type Scope } from '#domain/people/person.ts';
import { canReassign, needsReview, type ReviewInput } from '#domain/responses/review.ts';
import { changeActionsOf } from '#server/db/plans/make-actions.ts';
import { keepWhatItNames } from '#server/db/responses/change-answers.ts';
import { followFindings } from '#server/db/rounds/planned-reassessment.ts';
import { roundAt } from '#server/db/rounds/round-at.ts';
import { findLock, refuseLocked } from '#server/db/rounds/round-lock.ts';
import type { Stage } from '#domain/workflow/stages.ts';
import { namePerson } from '#server/db/people/person-name.ts';
import { inScope } from '#server/db/people/scope.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { invalid, notFound, ProblemError } from '#server/problems.ts';

/** What the audit trail records: the response's hotel now, and the former one when it was another. */
type Reviewed = { hotelId: number | null; hotelName: string; changes?: Changes };

type Reviewer = {
  person: Person;
  scope: Scope;
  /** The response. */
  id: number;
  deps: Pick<Deps, 'config' | 'editions' | 'now'>;
};

/**
 * Decides on a flagged response (docs/decisions/0007). When two people decide at once, the second gets an error that
 * names the first. While a round is approved, only an Admin can accept a late response to it that does not count yet,
 * and no response can move into or out of it. When the same person sends the same decision again, because our reply
 * was lost, nothing changes and null is returned.
 */
export async function reviewResponse(
  db: Db,
  { person, scope, id, deps }: Reviewer,
  review: ReviewInput,
): Promise<Reviewed | null> {
  const { timeZone } = deps.config;
  await keepWhatItNames(db, id);
  const response = await lockFlagged(db, scope, id);
  if (!response) throw notFound('The response');
  const before = { hotelId: response.hotelId, hotelName: response.hotelName };
  const chosen = review.decision === 'reassign' ? review.hotelId : response.hotelId;
  if (!needsReview(response)) {
    if (response.reviewedById === person.id && chosen === response.hotelId) return null;
    throw await alreadyReviewed(db, response);
  }
  if (review.decision === 'accept') {
    if (!response.counts)
      await refuseOthersIfLocked(db, { person, roundId: response.roundId, timeZone });
    await closeReview(db, person, id);
    // The response counts from now on, even if its round is approved. So the actions of the round and its planned
    // re-assessment may change.
    if (!response.counts) {
      const changer = { deps, db, person };
      await changeActionsOf(changer, response.roundId, 'A late response was accepted.');
      if (response.roundId !== null) await followFindings(changer, response.roundId);
    }
    return before;
  }
  if (!canReassign(response))
    throw invalid('decision', 'Only a response whose hotel is in doubt goes to another hotel');
  await refuseLocked(db, response.roundId, timeZone);
  const hotel = await findHotel(db, scope, review.hotelId);
  if (!hotel) throw invalid('hotelId', 'This hotel is no longer there; choose another');
  const roundId = await closeReview(db, person, id, hotel);
  await refuseLocked(db, roundId, timeZone);
  const { hotelId, hotelName } = hotel;
  return { hotelId, hotelName, changes: changesBetween(before, { hotelId, hotelName }) };
}

/**
 * Throws while the round is approved, except for an Admin. Locks the round for an Admin too: an approval at the same
 * time would not see that the response counts, and this call would not see that the round is approved, so that
 * neither would make the actions of its findings.
 */
async function refuseOthersIfLocked(
  db: Db,
  { person, roundId, timeZone }: { person: Person; roundId: number | null; timeZone: string },
): Promise<void> {
  if (can(person, 'rounds.reopen')) await findLock(db, roundId);
  else await refuseLocked(db, roundId, timeZone);
}

function lockFlagged(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('responses')
    .select(['hotelId', 'hotelName', 'reviewReasons', 'reviewedAt', 'reviewedById'])
    .select(['roundId', 'counts'])
    .where('id', '=', id)
    .where(inScope(scope, 'responses.hotel_id'))
    .forUpdate()
    .executeTakeFirst();
}

type FormerReview = { reviewedAt: string | null; reviewedById: number | null };

/** Returns the error that names the reviewer. */
async function alreadyReviewed(db: Db, { reviewedAt, reviewedById }: FormerReview) {
  if (reviewedAt === null)
    return new ProblemError('conflict', 'Nothing about this response needs review.');
  const name = await namePerson(db, reviewedById);
  return new ProblemError('changed-meanwhile', `${name} has reviewed this response already.`);
}

/** Locks the hotel until the transaction ends, so that nobody deletes it in between. */
function findHotel(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('hotels')
    .select(['id as hotelId', 'hotelName', 'hotelBrand', 'hotelAddress', 'stage as hotelStage'])
    .where('id', '=', id)
    .where(inScope(scope, 'hotels.id'))
    .forShare()
    .executeTakeFirst();
}

type NewHotel = NonNullable<Awaited<ReturnType<typeof findHotel>>>;

/**
 * Returns SQL of the new hotel's round at the time when the interview began, and of the stage that the response gets.
 */
function placeAt({ hotelId, hotelStage }: NewHotel) {
  const began = 'coalesce(started_at, completed_at)';
  const roundId = sql<number | null>`${sql.raw(roundAt(String(hotelId), began))}`;
  const stage = sql<Stage>`coalesce((select stage from rounds where id = ${roundId}), ${hotelStage})`;
  return { roundId, hotelStage: stage };
}

/**
 * Marks the response as reviewed and lets it count. With `hotel`, moves it to this hotel. Returns the id of its
 * round.
 */
async function closeReview(
  db: Db,
  person: Person,
  id: number,
  hotel?: NewHotel,
): Promise<number | null> {
  const { roundId } = await db
    .updateTable('responses')
    .set({
      ...hotel,
      ...(hotel && placeAt(hotel)),
      counts: true,
      reviewedAt: sql<string>`now()`,
      reviewedById: person.id,
    })
    .where('id', '=', id)
    .returning('roundId')
    .executeTakeFirstOrThrow();
  return roundId;
}
