import type { z } from 'zod';

import {
  evidenceLimits,
  type EvidenceKind,
  type evidenceQuerySchema,
} from '#domain/evidence/evidence.ts';
import { plural } from '#domain/plural.ts';
import { can, type Person, type Scope } from '#domain/people/person.ts';
import { findDeleted } from '#server/db/people/deleted-people.ts';
import type { Editions } from '#server/db/responses/editions.ts';
import { lockEvidenceOf } from '#server/db/responses/evidence-of-response.ts';
import { clearEvidenceMissing } from '#server/db/responses/lacking-evidence.ts';
import { refuseLocked } from '#server/db/rounds/round-lock.ts';
import { hasTombstone } from '#server/db/responses/tombstones.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { invalid, ProblemError } from '#server/problems.ts';
import * as deletions from './deletions.ts';
import * as queries from './queries.ts';
import type { TakenEvidence } from './take-evidence.ts';

type Sender = {
  person: Person;
  scope: Scope;
  bodyDigest: string;
  timeZone: string;
  editions: Editions;
};
type Sent = z.output<typeof evidenceQuerySchema> & { fileId: string };
type Outcome = {
  row: queries.EvidenceRow;
  /** Set when the file was stored now: the names for the audit trail. */
  added: { hotelId: number | null; hotelName: string } | null;
};

/**
 * Stores a file once, under the name that its device gave it. It accepts first and classifies then:
 * a file that a person has captured is taken whether or not the server knows its interview, and
 * whatever became of the interview's hotel.
 *
 * | the server                                | does                                            |
 * | ----------------------------------------- | ----------------------------------------------- |
 * | has the file, with the same bytes         | takes the caption, unless it has a later one,   |
 * |                                           | and returns what it has                         |
 * | has the file, with other bytes, or not    | refuses it with 409                             |
 * | for this person to read                   |                                                 |
 * | has deleted the file, or its response     | refuses it with 410                             |
 * | was told by its author to delete the file | refuses it with 410                             |
 * | before it arrived                         |                                                 |
 * | has as many of the interview as it takes  | refuses it with 400, and the device keeps it    |
 * | does not know the interview               | stores it: Admins see it among the unplaced     |
 * | has approved the interview's round        | refuses it with 409, unless the response named  |
 * |                                           | it: then it completes what was approved         |
 * | knows the interview as somebody else's at | stores it as a stray: the sender sees it, and   |
 * | a hotel that the sender does not see      | Admins among the unplaced                       |
 *
 * The first lock makes files of one interview follow one another, so that its limits hold, and keeps
 * a response's deletion from missing a file that arrives meanwhile. The second one does the same for
 * the file's own deletion.
 */
export async function storeEvidence(
  db: Db,
  sender: Sender,
  given: Sent,
  taken: TakenEvidence | null,
): Promise<Outcome> {
  await lockEvidenceOf(db, given.interview);
  const sent = { ...given, interview: await interviewOf(db, given.interview) };
  await deletions.lockFile(db, sent.fileId);
  const interviews = await queries.findInterview(db, sender.scope, sent.interview);
  const author = await authorOf(db, sender.person, sent, interviews);
  if (await queries.findByFileId(db, sent.fileId))
    return { row: await repeated(db, sender, sent), added: null };
  await requireNotDeleted(db, sent, [sender.person.id, author.id]);
  // Only a file that was deleted at this very moment is neither known nor accepted.
  if (!taken) throw deletedSince();
  await refuseUnlessNamed(db, sender, sent);
  const isStray =
    interviews.length > 0 &&
    !interviews.some(({ userId, isSeen }) => isSeen || userId === author.id);
  await requireRoom(db, { ...sent, isStray });
  const [place] = interviews;
  const row = await queries.insertEvidence(db, {
    ...taken,
    fileId: sent.fileId,
    interview: sent.interview,
    questionId: sent.question,
    kind: sent.kind,
    width: sent.width ?? null,
    height: sent.height ?? null,
    digest: Buffer.from(sender.bodyDigest, 'hex'),
    caption: sent.caption,
    captionEdit: sent.captionEdit,
    takenAt: sent.takenAt ?? null,
    takenBy: author.name,
    takenById: author.id,
    isStray,
  });
  await clearEvidenceMissing(db, sender.editions, sent.interview);
  const hotelName = place?.hotelName ?? 'a hotel that is not known yet';
  return { row, added: { hotelId: place?.hotelId ?? null, hotelName } };
}

/**
 * Returns the interview to which the file belongs. One that was taken for a revision belongs to the
 * response that was revised.
 */
async function interviewOf(db: Db, interview: string): Promise<string> {
  const revised = await queries.findRevised(db, interview);
  if (revised !== undefined) await lockEvidenceOf(db, revised);
  return revised ?? interview;
}

/**
 * Throws while the interview's round is approved. A file that its response named when it arrived is
 * taken, and so are the files of a response that arrived too late and does not count.
 */
async function refuseUnlessNamed(
  db: Db,
  { bodyDigest, timeZone }: Sender,
  { fileId, interview }: Sent,
): Promise<void> {
  const response = await queries.lockPlace(db, interview);
  if (!response?.counts) return;
  const isNamed = response.files?.some((one) => one.fileId === fileId && one.digest === bodyDigest);
  if (!isNamed) await refuseLocked(db, response.roundId, timeZone);
}

type Author = { id: number | null; name: string };

/**
 * Returns the person under whose name the file is stored. That is the sender. When an Admin sends a
 * file of somebody else, it is the other person who conducted the interview. The user number that is
 * sent counts if there is none: the interview is not known, or the Admin has taken it over. Otherwise
 * it does not count, because an imported file may come from another installation.
 */
async function authorOf(
  db: Db,
  person: Person,
  { owner }: Sent,
  interviews: readonly queries.Interview[],
): Promise<Author> {
  if (owner === undefined) return person;
  if (!can(person, 'responses.import'))
    throw new ProblemError('not-allowed', 'Only an Admin may send the files of somebody else.');
  const others = interviews.flatMap(({ userId }) => (userId === person.id ? [] : (userId ?? [])));
  const [id = owner] = others;
  const found = await queries.findPerson(db, id);
  if (found) return found;
  const left = await findDeleted(db, id);
  if (!left) throw invalid('owner', 'Nobody here has this number.');
  return { id: null, name: left.name };
}

async function repeated(
  db: Db,
  sender: Sender,
  { fileId, owner, ...sent }: Sent,
): Promise<queries.EvidenceRow> {
  const { person, bodyDigest } = sender;
  const known = await queries.findRead(db, sender, fileId);
  if (known?.digest.toString('hex') !== bodyDigest)
    throw new ProblemError(
      'same-key-other-content',
      'Another file is stored under this name. What was sent is not stored.',
    );
  // An Admin may import an older file than the server has. Only the number of the caption shows which is later.
  const isOwn = owner === undefined && known.takenById === person.id;
  const isLater = owner !== undefined && sent.captionEdit > known.captionEdit;
  return isOwn || isLater ? takeCaption(db, known, sent, sender.timeZone) : known;
}

/**
 * Stores a caption, unless the stored one is later. Returns the file as it is then. Throws while the
 * round of the file's interview is approved.
 */
export async function takeCaption(
  db: Db,
  known: queries.EvidenceRow,
  { caption, captionEdit }: Pick<Sent, 'caption' | 'captionEdit'>,
  timeZone: string,
): Promise<queries.EvidenceRow> {
  const isLater = captionEdit > known.captionEdit;
  const isOther = captionEdit === known.captionEdit && caption !== known.caption;
  if (!isLater && !isOther) return known;
  await queries.refuseChange(db, known, timeZone);
  await queries.setCaption(db, known.id, { caption, captionEdit });
  return { ...known, caption, captionEdit };
}

async function requireNotDeleted(
  db: Db,
  { fileId, interview }: Sent,
  people: readonly (number | null)[],
) {
  if (await deletions.wasDeleted(db, fileId)) throw deletedSince();
  const known = people.filter((id) => id !== null);
  if (await deletions.wasDeletedEarly(db, fileId, known))
    throw new ProblemError('gone', 'This file was deleted before it arrived.');
  if (await hasTombstone(db, 'response', interview))
    throw new ProblemError('gone', 'The response that this file belongs to was deleted.');
}

/** Returns the refusal of a file that the server held before somebody deleted it. */
export function deletedSince(): ProblemError {
  return new ProblemError(
    'gone',
    'This file was stored on the server before, and somebody has deleted it there since.',
  );
}

const mostOfInterview: Readonly<Record<EvidenceKind, number>> = {
  photo: evidenceLimits.photos,
  document: evidenceLimits.documents,
  signature: evidenceLimits.signatures,
};

/** Throws when there is no room for one more file. Strays are counted apart, so that they take no room from others. */
export async function requireRoom(
  db: Db,
  sent: { interview: string; question: number; kind: EvidenceKind; isStray: boolean },
): Promise<void> {
  const { kind } = sent;
  const { all, ofQuestion } = await queries.countOf(db, sent);
  if (kind === 'photo' && ofQuestion >= evidenceLimits.photosOfQuestion)
    throw full('question', ofQuestion, kind);
  if (all >= mostOfInterview[kind]) throw full('interview', all, kind);
}

function full(what: 'question' | 'interview', count: number, kind: EvidenceKind): ProblemError {
  return invalid(
    what,
    `This ${what} has ${count} ${plural(count, kind)} on the server and takes no more. Delete one there, and send this one again`,
  );
}
