import { sql } from 'kysely';

import { isIncomplete } from '#domain/responses/correct.ts';
import { mostRevisions } from '#domain/responses/correction.ts';
import type { ResponseReceipt } from '#domain/responses/response.ts';
import type { ReviewReason } from '#domain/responses/review-reasons.ts';
import { waivedIn } from '#domain/waivers/mark-waived.ts';
import { saveScore, withFound } from '#server/db/change-answers.ts';
import { lockEvidenceOf } from '#server/db/evidence-of-response.ts';
import * as revisions from '#server/db/keep-revision.ts';
import { recordEvent } from '#server/db/record-event.ts';
import { findLock } from '#server/db/round-lock.ts';
import { sumsByColumn } from '#server/db/score-columns.ts';
import { inTransaction, type Db } from '#server/db/transaction.ts';
import type { KeptEdition } from '#server/db/editions.ts';
import type { Deps } from '#server/deps.ts';
import { ProblemError } from '#server/problems.ts';
import { presentReceipt } from './present.ts';
import * as queries from './queries.ts';
import type { NewResponse, Owner } from './store-response.ts';

/*
 * How a returned response is replaced
 * ===================================
 *
 * The problem. A reviewer returned a response. Its sender corrects it, perhaps offline and for days,
 * and the device sends the outcome like any response: as an envelope with a client id of its own,
 * perhaps several times. It must change the response that was returned, once, and never be lost,
 * whatever became of that response meanwhile.
 *
 * The idea. The envelope names the response in `revises`. The row keeps its id, its client id, its
 * times and its round, and takes the new content. What it held is kept as a revision, which also
 * keeps the envelope's client id and digest. So a repetition finds them there, and the first
 * envelope still finds its own in the row.
 *
 * | the response that it names                       | what happens                               |
 * | ------------------------------------------------ | ------------------------------------------ |
 * | is returned to this sender                       | its content is replaced                    |
 * | is theirs, and its round is approved             | the content is kept as a revision that is  |
 * |                                                  | not applied: flag `approved-meanwhile`     |
 * | was replaced by this very envelope               | the receipt is returned again              |
 * | was deleted                                      | the call is refused with 410               |
 * | is not returned, or somebody else's, or unknown, | the envelope is stored as a response of    |
 * | or to another survey                             | its own, which counts once it is accepted: |
 * |                                                  | flag `revises-nothing`                     |
 * | was replaced since the return that this          | the same: two devices of one person began  |
 * | corrects, and then returned once more            | with the same content, and the second      |
 * |                                                  | never saw what the first one sent          |
 */

/** Which response an envelope replaces. */
type Replaced = {
  /** Its client id. */
  clientId: string;
  /** `returnedAt` of the return that the envelope corrects. Earlier releases did not send it. */
  returnedAt: string | undefined;
};

type Revising = {
  deps: Deps;
  sender: Owner;
  response: NewResponse;
  edition: KeptEdition;
  /** Scores the content again, with these questions waived. */
  again: (db: Db, waived: number[]) => Promise<NewResponse>;
};

type Revised = { receipt: ResponseReceipt; repeated: boolean };

/**
 * Stores the content in the response that it replaces. Returns null when it replaces none, and then
 * nothing is stored.
 */
export async function reviseResponse(
  { deps, sender, response: sent, edition, again }: Revising,
  { clientId: revises, returnedAt }: Replaced,
): Promise<Revised | null> {
  // Stored data is never returned to a sender whose session was only remembered.
  if (sender.remembered) throw new ProblemError('not-signed-in', 'Please sign in.');
  return inTransaction(deps.db, async (db) => {
    await lockEvidenceOf(db, sent.clientId);
    const found = await queries.findByClientId(db, revises);
    if (found) await queries.keepWhatItNames(db, found.id);
    const former = await lockOwn(db, sender, revises);
    const before = await findSent(db, sender, sent);
    if (before) return { receipt: await receiptOf(db, sent, revises, before), repeated: true };
    // Questions that were waived when the interview was completed stay waived.
    const waived = waivedIn(former?.answers ?? []);
    const response = waived.length > 0 ? await again(db, waived) : sent;
    if (!former && (await queries.wasDeleted(db, revises))) throw gone();
    if (former?.surveyId !== response.surveyId || former.revision > mostRevisions) return null;
    // The envelope came before, when there was nothing to replace, and was stored as its own response.
    if (await queries.findByClientId(db, response.clientId)) return null;
    const isLocked = (await findLock(db, former.roundId)) !== null;
    if (!isLocked && former.returnedAt === null) return null;
    if (!isLocked && (await revisions.isReplacedSince(db, former.id, returnedAt))) return null;
    if (isLocked) await keepUnapplied(db, sender, former, response);
    else await apply({ sender, response, edition }, db, former);
    const { surveyId, hotelId, hotelName, totalScore } = former;
    const { importer, person } = sender;
    const act = isLocked ? 'response.revision-kept' : 'response.revised';
    await recordEvent(db, importer ?? person, act, former.id, {
      ...{ surveyId, hotelId, hotelName, pointsBefore: totalScore },
      pointsAfter: response.score.totalScore,
      maxScore: response.score.maxScore,
    });
    const receipt = await receiptOf(db, response, revises, { applied: !isLocked });
    return { receipt, repeated: false };
  });
}

type Former = NonNullable<Awaited<ReturnType<typeof lockOwn>>>;

function lockOwn(db: Db, { person }: Owner, clientId: string) {
  return db
    .selectFrom('responses')
    .selectAll()
    .where('clientId', '=', clientId)
    .where('userId', '=', person.id)
    .forUpdate()
    .executeTakeFirst();
}

function gone(): ProblemError {
  return new ProblemError(
    'gone',
    'The response that this one replaces was deleted on the server by somebody.',
  );
}

/**
 * Returns the revision that already stores this envelope, if there is one. Throws when another envelope has its
 * client id.
 */
async function findSent(
  db: Db,
  { person }: Pick<Owner, 'person'>,
  { clientId, digest }: Pick<NewResponse, 'clientId' | 'digest'>,
): Promise<{ applied: boolean } | undefined> {
  const sent = await revisions.findSent(db, clientId);
  if (sent && (sent.byId !== person.id || sent.digest !== digest))
    throw new ProblemError(
      'same-key-other-content',
      'Another response is stored under this client id. What was sent is not stored.',
    );
  return sent;
}

/**
 * Returns the receipt of the envelope: its own client id, digest and hotel, and otherwise the response as it is now.
 */
async function receiptOf(
  db: Db,
  { clientId, digest, hotelName, hotelBrand, hotelAddress }: NewResponse,
  revises: string,
  { applied }: { applied: boolean },
): Promise<ResponseReceipt> {
  const row = await queries.findByClientId(db, revises);
  if (!row) throw gone();
  // The receipt repeats the hotel as the device knows it, like that of `store-statement.ts`.
  const hotel = { hotelName, hotelBrand, hotelAddress };
  return { ...presentReceipt({ ...row, ...hotel }), clientId, digest, revises, applied };
}

async function apply(
  { sender: { person }, response, edition }: Pick<Revising, 'sender' | 'response' | 'edition'>,
  db: Db,
  former: Former,
): Promise<void> {
  const { clientId, digest, score, notes, files, asked, timing, language } = response;
  await revisions.keepRevision(db, former.id, {
    ...{ clientId, digest, byId: person.id, cause: 'review', reason: '' },
  });
  await saveScore(db, former.id, score, reasonsOf(former, response, edition));
  await db
    .updateTable('responses')
    .set({
      edition: response.edition,
      notes,
      files: files ? JSON.stringify(files) : null,
      asked: asked ? [...asked] : null,
      // A correction keeps the times (rule 59).
      timing: timing ?? (response.edition === former.edition ? former.timing : null),
      language: language ?? null,
      evidenceReason: response.evidenceReason ?? null,
      syncStatus: response.syncStatus,
      returnedAt: null,
      returnedById: null,
    })
    .where('id', '=', former.id)
    .execute();
  await db
    .updateTable('reviewRemarks')
    .set({ resolvedAt: sql<string>`now()` })
    .where('responseId', '=', former.id)
    .where('resolvedAt', 'is', null)
    .execute();
  await takeOver(db, person.id, clientId, former.clientId);
}

/**
 * Returns the review reasons of the revised response. The former reasons about its arrival stay. Those about its content are
 * replaced by those of the new content.
 */
function reasonsOf(
  former: Former,
  { reasons, score }: NewResponse,
  { questions }: KeptEdition,
): ReviewReason[] {
  const inContent = ['figures-differ', 'evidence-missing', 'edition-from-device'] as const;
  const kept = former.reviewReasons.filter((reason) => !inContent.some((one) => one === reason));
  const found = [
    ...inContent.filter((reason) => reasons.includes(reason)),
    ...score.naReasons,
    ...(isIncomplete(questions, score.answers) ? (['incomplete'] as const) : []),
  ];
  return withFound(kept, found);
}

/**
 * Moves the files that were taken for the revision to the response, and completes the revision's interview.
 * `store-evidence.ts` places files that arrive later.
 */
async function takeOver(
  db: Db,
  userId: number,
  clientId: string,
  ofResponse: string,
): Promise<void> {
  await db
    .updateTable('evidence')
    .set({ interview: ofResponse })
    .where('interview', '=', clientId)
    .where('takenById', '=', userId)
    .execute();
  await db
    .updateTable('interviewSessions')
    .set({ status: 'completed' })
    .where('clientId', '=', clientId)
    .where('userId', '=', userId)
    .execute();
}

/**
 * Keeps the content that arrived too late as a revision that is not applied. The response stays as it was approved.
 */
async function keepUnapplied(
  db: Db,
  { person }: Owner,
  former: Former,
  { clientId, digest, score, notes, files }: NewResponse,
): Promise<void> {
  await db
    .insertInto('responseRevisions')
    .values({
      ...{ responseId: former.id, clientId, digest, notes, applied: false, cause: 'review' },
      ...{ byId: person.id, totalScore: score.totalScore, maxScore: score.maxScore },
      ...{ passed: score.passed, causes: [...score.causes], na: [...score.na] },
      ...sumsByColumn(score.categories),
      number: sql<number>`(select coalesce(least(min(number), 0), 0) - 1
        from response_revisions where response_id = ${former.id})`,
      answers: JSON.stringify(score.answers),
      lost: [...score.lost],
      files: files ? JSON.stringify(files) : null,
    })
    .execute();
  const reasons = former.reviewReasons.filter((reason) => reason !== 'approved-meanwhile');
  await db
    .updateTable('responses')
    .set({
      reviewReasons: [...reasons, 'approved-meanwhile'],
      reviewedAt: null,
      reviewedById: null,
      returnedAt: null,
      returnedById: null,
    })
    .where('id', '=', former.id)
    .execute();
}
