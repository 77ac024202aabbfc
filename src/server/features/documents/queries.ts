import type { DocumentType } from '#domain/documents/document.ts';
import type { Scope } from '#domain/people/person.ts';
import { inScope } from '#server/db/people/scope.ts';
import type { Db } from '#server/db/statements/transaction.ts';

/** Selects the documents within scope. The rows have the shape that the API returns. */
function selectDocuments(db: Db, scope: Scope) {
  return db
    .selectFrom('evaluationDocuments')
    .selectAll()
    .where(inScope(scope, 'evaluation_documents.hotel_id'));
}

export function listDocuments(db: Db, scope: Scope, hotelId: number) {
  return selectDocuments(db, scope)
    .where('hotelId', '=', hotelId)
    .orderBy('uploadedAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export function findDocument(db: Db, scope: Scope, id: number) {
  return selectDocuments(db, scope).where('id', '=', id).executeTakeFirst();
}

/** Finds a document, and locks it until the transaction ends, so that of two deletions at once one finds it. */
export function lockDocument(db: Db, scope: Scope, id: number) {
  return selectDocuments(db, scope).where('id', '=', id).forUpdate().executeTakeFirst();
}

type NewDocument = {
  hotelId: number;
  fileName: string;
  fileType: DocumentType;
  fileSize: number;
  filePath: string;
  uploadedBy: string;
  uploadedById: number;
};

export function insertDocument(db: Db, document: NewDocument) {
  return db
    .insertInto('evaluationDocuments')
    .values(document)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteDocument(db: Db, id: number): Promise<void> {
  await db.deleteFrom('evaluationDocuments').where('id', '=', id).execute();
}
