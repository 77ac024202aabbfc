import {
  linkPhotoParams,
  linkPhotoQuerySchema,
  linkPhotoSchema,
} from '#domain/contacts/plan-by-link.ts';
import { largestThumbnail } from '#domain/evidence/evidence.ts';
import { largestFile } from '#domain/responses/further-fields.ts';
import { digestHeader } from '#domain/sync/client-id.ts';
import { lockEvidenceOf } from '#server/db/responses/evidence-of-response.ts';
import { findActionByLink, requireActionByLink } from '#server/db/plans/plan-by-link.ts';
import type { Contact } from '#server/http/contact-session.ts';
import { defineRoute } from '#server/http/route.ts';
import { fileAnswer } from '#server/http/send-file.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { notFound, ProblemError } from '#server/problems.ts';
import * as deletions from './deletions.ts';
import * as queries from './queries.ts';
import { sendEvidence, sendThumbnail } from './send-evidence.ts';
import { deletedSince, requireRoom } from './store-evidence.ts';
import { evidenceTypes, takeEvidence } from './take-evidence.ts';

/** Photos that a hotel contact adds to an action of the round that their link opens (rule 149). */
const put = defineRoute({
  method: 'PUT',
  path: '/api/link/actions/{id}/photos/{fileId}',
  summary: 'Store a photo of an action by link; sent again, it is stored once',
  who: 'contact',
  audit: 'evidence.added',
  repeat: 'own',
  params: linkPhotoParams,
  query: linkPhotoQuerySchema,
  upload: {
    largest: largestFile,
    largestThumbnail,
    read: (file, deps, { query: _, ...call }) =>
      takeEvidence(file, deps, { ...call, query: { kind: 'photo' } }),
  },
  answer: linkPhotoSchema,
  status: 201,
  headers: [digestHeader],
  refuses: {
    400: 'The action has as many photos as it can have, or the file is no JPEG or PNG.',
    404: 'The round has no such action.',
    409: 'Another file has this `fileId`, or the round is reopened.',
    410: 'The file was deleted since.',
  },
  run: async (context) => {
    const { deps, db, contact, params, query, upload: taken, request, reply } = context;
    if (taken)
      for (const name of [taken.storeName, taken.thumbnailName ?? []].flat())
        context.afterwards(() => deps.documents.reconcile(name));
    const { fileId } = params;
    const action = await requireActionByLink(db, contact, params.id);
    const of = { interview: action.clientId, question: action.questionId, kind: 'photo' } as const;
    // Locked in the order of `storeEvidence`.
    await lockEvidenceOf(db, of.interview);
    await deletions.lockFile(db, fileId);
    const known = await queries.findByFileId(db, fileId);
    if (known) {
      if (known.interview !== of.interview || known.digest.toString('hex') !== request.bodyDigest)
        throw new ProblemError(
          'same-key-other-content',
          'Another file is stored under this name. What was sent is not stored.',
        );
      void reply.code(200);
      return { fileId };
    }
    if (!taken || (await deletions.wasDeleted(db, fileId))) throw deletedSince();
    await requireRoom(db, { ...of, isStray: false });
    const row = await queries.insertEvidence(db, {
      ...{ ...taken, fileId, interview: of.interview, questionId: of.question, kind: of.kind },
      ...{ width: query.width ?? null, height: query.height ?? null },
      digest: Buffer.from(request.bodyDigest, 'hex'),
      ...{ caption: '', captionEdit: 0, takenAt: null },
      ...{ takenBy: contact.name, takenById: null, isStray: false },
    });
    await context.record(row.id, { kind: row.kind, name: row.name, hotelId: contact.hotelId });
    return { fileId };
  },
});

const thumbnail = defineRoute({
  method: 'GET',
  path: '/api/link/actions/{id}/photos/{fileId}/thumbnail',
  summary: 'The thumbnail of a photo of an action by link',
  who: 'contact',
  params: linkPhotoParams,
  answer: fileAnswer('image/jpeg', 'image/png'),
  run: async ({ db, contact, params, ...call }) =>
    sendThumbnail(call, await findFile(db, contact, params)),
});

const bytes = defineRoute({
  method: 'GET',
  path: '/api/link/actions/{id}/photos/{fileId}',
  summary: 'A file of an action by link: pictures to be shown, documents to be saved',
  who: 'contact',
  params: linkPhotoParams,
  answer: fileAnswer(...evidenceTypes),
  run: async ({ db, contact, params, ...call }) =>
    sendEvidence(call, await findFile(db, contact, params)),
});

/** Returns a file of an action that the link opens. */
async function findFile(db: Db, contact: Contact, { id, fileId }: { id: number; fileId: string }) {
  const action = await findActionByLink(db, contact, id);
  if (!action) throw notFound('The action');
  const row = await queries.findShown(db, action.clientId, fileId);
  if (!row) throw notFound('The file');
  return row;
}

export const byLinkRoutes = [put, bytes, thumbnail];
