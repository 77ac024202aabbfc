import { randomUUID } from 'node:crypto';

import type { DocumentType } from '#domain/documents/document.ts';
import type { Deps } from '#server/deps.ts';
import { checkDocument } from '#server/files/check-document.ts';
import type { UploadedFile } from '#server/http/receive-upload.ts';

export type TakenDocument = {
  fileName: string;
  fileType: DocumentType;
  /** The size in bytes. */
  fileSize: number;
  /** The document's name in the store. */
  filePath: string;
};

/**
 * Checks a document and puts it into the store. It runs before the transaction, so that no
 * transaction waits for a slow store, and a row never refers to a document that is missing.
 */
export async function takeDocument(
  file: UploadedFile,
  { documents }: Pick<Deps, 'documents'>,
): Promise<TakenDocument> {
  const { fileName, fileType } = await checkDocument(file);
  const filePath = `${randomUUID()}.${fileType}`;
  await documents.put(filePath, file.path);
  return { fileName, fileType, fileSize: file.size, filePath };
}
