import {
  captionSchema,
  evidenceDeletedSchema,
  evidenceDeletionSchema,
  evidenceOfInterviewSchema,
  evidencePageQuerySchema,
  evidenceParams,
  evidenceQuerySchema,
  evidenceReceiptSchema,
  hotelEvidenceSchema,
  interviewQuerySchema,
  largestThumbnail,
  unplacedEvidenceSchema,
} from '#domain/evidence/evidence.ts';
import { idParams } from '#domain/identity.ts';
import { canDeleteEvidence, type Person, type Scope } from '#domain/people/person.ts';
import { largestFile } from '#domain/responses/further-fields.ts';
import { digestHeader } from '#domain/sync/client-id.ts';
import { lockEvidenceOf } from '#server/db/responses/evidence-of-response.ts';
import { noteEvidenceMissing } from '#server/db/responses/lacking-evidence.ts';
import { hotelInScope } from '#server/db/people/scope.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { defineRoute } from '#server/http/route.ts';
import { fileAnswer } from '#server/http/send-file.ts';
import { invalid, notFound, ProblemError } from '#server/problems.ts';
import { byLinkRoutes } from './by-link.ts';
import * as deletions from './deletions.ts';
import { presentEvidence, presentReceipt } from './present.ts';
import * as queries from './queries.ts';
import { readOfHotel, readOfInterview } from './read-evidence.ts';
import { sendEvidence, sendThumbnail } from './send-evidence.ts';
import { deletedSince, storeEvidence, takeCaption } from './store-evidence.ts';
import { evidenceTypes, takeEvidence } from './take-evidence.ts';

const put = defineRoute({
  method: 'PUT',
  path: '/api/evidence/{fileId}',
  summary: 'Store a photo, document or signature of an interview; sent again, it is stored once',
  who: 'interviews.conduct',
  audit: 'evidence.added',
  repeat: 'own',
  params: evidenceParams,
  query: evidenceQuerySchema,
  upload: { largest: largestFile, largestThumbnail, read: takeEvidence },
  answer: evidenceReceiptSchema,
  status: 201,
  headers: [digestHeader],
  refuses: {
    400: 'The question or the interview has as many files as it can have, or the file is not what its kind or its name says.',
    409: 'Another file has this `fileId`, or the round of its interview is approved.',
    410: 'The file, or the response that it belongs to, was deleted since.',
  },
  run: async (context) => {
    const { deps, db, person, scope, params, query, upload: taken, request, reply } = context;
    if (taken)
      for (const name of [taken.storeName, taken.thumbnailName ?? []].flat())
        context.afterwards(() => deps.documents.reconcile(name));
    const { timeZone } = deps.config;
    const { bodyDigest } = request;
    const sender = { person, scope, bodyDigest, timeZone, editions: deps.editions };
    const { row, added } = await storeEvidence(db, sender, { ...query, ...params }, taken);
    if (added) await context.record(row.id, { kind: row.kind, name: row.name, ...added });
    else void reply.code(200);
    return presentReceipt(row, query);
  },
});

const changeCaption = defineRoute({
  method: 'PATCH',
  path: '/api/evidence/{fileId}',
  summary: 'Change the caption of the caller’s own file',
  who: 'interviews.conduct',
  audit: { none: 'a file that is sent again brings its caption too, and records nothing' },
  repeat: 'own',
  params: evidenceParams,
  body: captionSchema,
  answer: evidenceReceiptSchema,
  refuses: {
    403: 'Only the person who took the file may change its caption.',
    409: 'The round of its interview is approved.',
    410: 'The file was deleted.',
  },
  run: async ({ deps, db, person, scope, params, body }) => {
    await deletions.lockFile(db, params.fileId);
    if (await deletions.wasDeleted(db, params.fileId)) throw deletedSince();
    const row = await find(db, { person, scope }, params.fileId);
    if (row.takenById !== person.id)
      throw new ProblemError('not-allowed', `Only ${row.takenBy} may change this caption.`);
    const { timeZone } = deps.config;
    return presentReceipt(await takeCaption(db, row, body, timeZone), body);
  },
});

const ofInterview = defineRoute({
  method: 'GET',
  path: '/api/evidence',
  summary: 'The files of an interview, and those that have not arrived',
  who: 'responses.read',
  query: interviewQuerySchema,
  answer: evidenceOfInterviewSchema,
  run: ({ db, person, scope, query }) => readOfInterview(db, { person, scope }, query.interview),
});

const unplaced = defineRoute({
  method: 'GET',
  path: '/api/evidence/unplaced',
  summary: 'Files of unknown interviews, the latest first',
  who: 'evidence.deleteAny',
  query: evidencePageQuerySchema,
  answer: unplacedEvidenceSchema,
  run: async ({ db, query }) => ({
    total: await queries.countUnplaced(db),
    evidence: (await queries.listUnplaced(db, query.page)).map(presentEvidence),
  }),
});

const ofHotel = defineRoute({
  method: 'GET',
  path: '/api/hotels/{id}/evidence',
  summary: "The files of a hotel's responses, the latest first",
  who: 'responses.read',
  params: idParams,
  query: evidencePageQuerySchema,
  answer: hotelEvidenceSchema,
  run: async ({ deps, db, scope, params, query }) => {
    if (!(await hotelInScope(db, scope, params.id))) throw notFound('The hotel');
    return readOfHotel({ db, editions: deps.editions }, params.id, query.page);
  },
});

const bytes = defineRoute({
  method: 'GET',
  path: '/api/evidence/{fileId}',
  summary: 'A file itself: pictures to be shown, documents to be saved',
  who: 'responses.read',
  params: evidenceParams,
  answer: fileAnswer(...evidenceTypes),
  run: async ({ db, person, scope, params, ...call }) =>
    sendEvidence(call, await find(db, { person, scope }, params.fileId)),
});

const thumbnail = defineRoute({
  method: 'GET',
  path: '/api/evidence/{fileId}/thumbnail',
  summary: 'The thumbnail of a photo or signature',
  who: 'responses.read',
  params: evidenceParams,
  answer: fileAnswer('image/jpeg', 'image/png'),
  run: async ({ db, person, scope, params, ...call }) =>
    sendThumbnail(call, await find(db, { person, scope }, params.fileId)),
});

const remove = defineRoute({
  method: 'DELETE',
  path: '/api/evidence/{fileId}',
  summary:
    'Delete a file for good: one’s own, even before it arrives, or any as an Admin, with a reason',
  who: 'interviews.conduct',
  audit: 'evidence.deleted',
  repeat: 'own',
  params: evidenceParams,
  body: evidenceDeletionSchema,
  answer: evidenceDeletedSchema,
  refuses: {
    403: 'Only the person who took the file, or an Admin, may delete it.',
    409: 'The round of its interview is approved.',
  },
  run: async ({ deps, db, person, scope, params, body, record, afterwards }) => {
    const receipt = { fileId: params.fileId, isDeleted: true as const };
    // Locked in the order in which a file is stored. See `storeEvidence`.
    const known = await queries.findByFileId(db, params.fileId);
    if (known) await lockEvidenceOf(db, known.interview);
    await deletions.lockFile(db, params.fileId);
    if (await deletions.wasDeleted(db, params.fileId)) return receipt;
    const row = await queries.findRead(db, { person, scope }, params.fileId);
    if (!row) {
      // The device that sends this may have sent the file before, and that may still be on its way.
      await deletions.deleteEarly(db, params.fileId, person.id);
      return receipt;
    }
    const reason = body?.reason ?? '';
    requireRight(person, row, reason);
    await queries.refuseChange(db, row, deps.config.timeZone);
    for (const name of [row.storeName, row.thumbnailName ?? []].flat()) {
      afterwards(() => deps.documents.reconcile(name));
      await deps.documents.release(name);
    }
    afterwards(() => deps.deletions.note());
    const [interview] = await queries.findInterview(db, scope, row.interview);
    await deletions.deleteEvidence(db, row, person.id);
    await noteEvidenceMissing(db, deps.editions, row.interview);
    const hotelName = interview?.hotelName ?? 'a hotel that is not known';
    await record(row.id, {
      ...{ kind: row.kind, name: row.name, hotelId: interview?.hotelId ?? null, hotelName },
      ...(reason !== '' && { reason }),
    });
    return receipt;
  },
});

/** Returns the file. Throws 404 when there is none that this person may read. */
async function find(db: Db, reader: { person: Person; scope: Scope }, fileId: string) {
  const row = await queries.findRead(db, reader, fileId);
  if (!row) throw notFound('The file');
  return row;
}

function requireRight(person: Person, row: queries.EvidenceRow, reason: string): void {
  if (!canDeleteEvidence(person, row))
    throw new ProblemError(
      'not-allowed',
      `Only ${row.takenBy}, who took this ${row.kind}, or an Admin may delete it.`,
    );
  if (row.takenById !== person.id && reason === '')
    throw invalid('reason', 'Please give a reason for the deletion');
}

export const evidenceRoutes = [
  ...[put, changeCaption, remove],
  ...byLinkRoutes,
  ...[ofInterview, unplaced, ofHotel, bytes, thumbnail],
];
