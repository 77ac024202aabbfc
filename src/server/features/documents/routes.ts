import { z } from 'zod';

import { documentSchema, largestDocument } from '#domain/documents/document.ts';
import { idParams } from '#domain/identity.ts';
import { canDeleteDocument } from '#domain/people/person.ts';
import { hotelInScope } from '#server/db/people/scope.ts';
import { mediaTypes } from '#server/files/media-types.ts';
import { defineRoute } from '#server/http/route.ts';
import { fileAnswer, sendFile } from '#server/http/send-file.ts';
import { notFound, ProblemError } from '#server/problems.ts';
import * as queries from './queries.ts';
import { takeDocument } from './take-document.ts';

const ofHotel = defineRoute({
  method: 'GET',
  path: '/api/hotels/{id}/evaluation-documents',
  summary: "A hotel's evaluation documents, the latest first",
  who: 'documents.read',
  params: idParams,
  answer: z.array(documentSchema),
  run: async ({ db, scope, params }) => {
    if (!(await hotelInScope(db, scope, params.id))) throw notFound('The hotel');
    return queries.listDocuments(db, scope, params.id);
  },
});

const upload = defineRoute({
  method: 'POST',
  path: '/api/hotels/{id}/evaluation-documents',
  summary: 'Store a document of a hotel, uploaded by the signed-in person',
  who: 'documents.write',
  audit: 'document.uploaded',
  repeat: 'request-key',
  params: idParams,
  upload: { largest: largestDocument, read: takeDocument },
  answer: documentSchema,
  status: 201,
  run: async ({ deps, db, person, scope, params, upload: file, record, afterwards }) => {
    afterwards(() => deps.documents.reconcile(file.filePath));
    if (!(await hotelInScope(db, scope, params.id))) throw notFound('The hotel');
    const document = await queries.insertDocument(db, {
      ...file,
      hotelId: params.id,
      uploadedBy: person.name,
      uploadedById: person.id,
    });
    await record(document.id, { name: file.fileName, hotelId: params.id });
    return document;
  },
});

const remove = defineRoute({
  method: 'DELETE',
  path: '/api/evaluation-documents/{id}',
  summary: 'Delete a document: one’s own, or any as an Admin (rule 7)',
  who: 'documents.write',
  audit: 'document.deleted',
  repeat: 'own',
  params: idParams,
  answer: z.null(),
  status: 204,
  refuses: {
    403: 'Only the person who uploaded the document, or an Admin, may delete it.',
  },
  run: async ({ deps, db, person, scope, params, record, afterwards }) => {
    const document = await queries.lockDocument(db, scope, params.id);
    if (!document) throw notFound('The document');
    if (!canDeleteDocument(person, document))
      throw new ProblemError(
        'not-allowed',
        'Only whoever uploaded a document, or an Admin, may delete it.',
      );
    afterwards(() => deps.documents.reconcile(document.filePath));
    await deps.documents.release(document.filePath);
    await queries.deleteDocument(db, document.id);
    await record(document.id, { name: document.fileName, hotelId: document.hotelId });
    return null;
  },
});

const download = defineRoute({
  method: 'GET',
  path: '/api/evaluation-documents/{id}/download',
  summary: 'A document itself, under the name it was uploaded with',
  who: 'documents.read',
  params: idParams,
  answer: fileAnswer(...Object.values(mediaTypes)),
  run: async ({ deps, db, scope, params, reply, request }) => {
    const document = await queries.findDocument(db, scope, params.id);
    if (!document) throw notFound('The document');
    const content = await deps.documents.get(document.filePath);
    if (!content) {
      request.log.error({ documentId: document.id }, 'a document is missing from the store');
      throw notFound('The file of this document');
    }
    return sendFile(reply, {
      name: document.fileName,
      mediaType: mediaTypes[document.fileType],
      size: document.fileSize,
      content,
    });
  },
});

export const documentRoutes = [ofHotel, upload, remove, download];
