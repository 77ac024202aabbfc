import { mostRevisions } from '#domain/responses/correction.ts';
import type { ResponseReceipt } from '#domain/responses/response.ts';
import { waivedIn } from '#domain/waivers/mark-waived.ts';
import { keepWhatItNames, type LockedResponse } from '#server/db/responses/change-answers.ts';
import type { KeptEdition } from '#server/db/responses/editions.ts';
import { lockEvidenceOf } from '#server/db/responses/evidence-of-response.ts';
import { lockSessionOf } from '#server/db/responses/interviews.ts';
import * as revisions from '#server/db/responses/revisions.ts';
import { refuseElsewhere } from '#server/db/plans/used-ids.ts';
import { recordEvent } from '#server/db/audit/record-event.ts';
import { findLock } from '#server/db/rounds/round-lock.ts';
import { hasTombstone } from '#server/db/responses/tombstones.ts';
import { inTransaction, type Db } from '#server/db/statements/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { ProblemError } from '#server/problems.ts';
import { presentReceipt } from './present.ts';
import * as queries from './queries.ts';
import type { NewResponse, Owner } from './store-response.ts';
import { keepUnapplied, replaceContent } from './store-revision.ts';

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
 * | or to another survey, or was revised as often as | its own, which counts once it is accepted: |
 * | revisions are kept                               | flag `revises-nothing`                     |
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
  rescore: (db: Db, waived: number[]) => Promise<NewResponse>;
};

type Revised = { receipt: ResponseReceipt; repeated: boolean };

/**
 * Stores the content in the response that it replaces. Returns null when it replaces none, and then
 * nothing is stored.
 */
export async function reviseResponse(
  { deps, sender, response: sent, edition, rescore }: Revising,
  { clientId: revises, returnedAt }: Replaced,
): Promise<Revised | null> {
  // Stored data is never returned to a sender whose session was only remembered.
  if (sender.remembered) throw new ProblemError('not-signed-in', 'Please sign in.');
  return inTransaction(deps.db, async (db) => {
    const former = await lockFormer(db, sender, sent.clientId, revises);
    const before = await findSent(db, sender, sent);
    if (before) return { receipt: await receiptOf(db, sent, revises, before), repeated: true };
    const { clientId, hotelId } = sent;
    await refuseElsewhere(db, { clientId, hotelId, userId: sender.person.id });

    if (!former) {
      if (await hasTombstone(db, 'response', revises)) throw gone();
      return null;
    }
    const decision = await decide(db, former, sent, returnedAt);
    if (decision === null) return null;

    // Questions that were waived when the interview was completed stay waived.
    const waived = waivedIn(former.answers);
    const response = waived.length > 0 ? await rescore(db, waived) : sent;
    const applied = decision === 'replace';
    if (applied) await replaceContent(db, sender, former, { response, edition });
    else await keepUnapplied(db, sender, former, response);
    await recordRevision(db, sender, former, decision, response.score);
    const receipt = await receiptOf(db, response, revises, { applied });
    return { receipt, repeated: false };
  });
}

/**
 * Locks the response to be replaced, and returns it; undefined when the sender has no such response. First it locks
 * what the change will need, in the order in which others take the same locks.
 */
async function lockFormer(db: Db, sender: Owner, clientId: string, revises: string) {
  await lockEvidenceOf(db, clientId);
  await lockSessionOf(db, clientId);
  const named = await queries.findByClientId(db, revises);
  if (named) await keepWhatItNames(db, named.id);
  return lockOwn(db, sender, revises);
}

function lockOwn(db: Db, { person }: Owner, clientId: string) {
  return db
    .selectFrom('responses')
    .selectAll()
    .where('clientId', '=', clientId)
    .where('userId', '=', person.id)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Returns the revision that already stores this envelope, if there is one. Throws when another envelope has its
 * client id.
 */
async function findSent(
  db: Db,
  { person }: Owner,
  { clientId, digest }: NewResponse,
): Promise<{ applied: boolean } | undefined> {
  const sent = await revisions.findSent(db, clientId);
  if (sent && (sent.byId !== person.id || sent.digest !== digest))
    throw new ProblemError(
      'same-key-other-content',
      'Another response is stored under this client id. What was sent is not stored.',
    );
  return sent;
}

type Decision = 'replace' | 'keep-unapplied';

/** Returns what is done with the content; null when it replaces nothing. The table above lists the cases. */
async function decide(
  db: Db,
  former: LockedResponse,
  { clientId, surveyId }: NewResponse,
  returnedAt: string | undefined,
): Promise<Decision | null> {
  if (former.surveyId !== surveyId || former.revision > mostRevisions) return null;
  // The envelope came before, when there was nothing to replace, and was stored as its own response.
  if (await queries.findByClientId(db, clientId)) return null;
  if (await findLock(db, former.roundId)) return 'keep-unapplied';
  if (former.returnedAt === null) return null;
  if (await revisions.isReplacedSince(db, former.id, returnedAt)) return null;
  return 'replace';
}

/** Records in the audit trail that the content was replaced, or kept as a revision. */
async function recordRevision(
  db: Db,
  { importer, person }: Owner,
  { id, surveyId, hotelId, hotelName, totalScore: pointsBefore }: LockedResponse,
  decision: Decision,
  { totalScore: pointsAfter, maxScore }: NewResponse['score'],
): Promise<void> {
  const act = decision === 'replace' ? 'response.revised' : 'response.revision-kept';
  const details = { surveyId, hotelId, hotelName, pointsBefore, pointsAfter, maxScore };
  await recordEvent(db, importer ?? person, act, id, details);
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

function gone(): ProblemError {
  return new ProblemError(
    'gone',
    'The response that this one replaces was deleted on the server by somebody.',
  );
}
