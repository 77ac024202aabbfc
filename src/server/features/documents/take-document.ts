import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import type { DocumentType } from '#domain/documents/document.ts';
import { documentTypeOf, documentTypesHint, safeFileName } from '#domain/documents/file-name.ts';
import type { Deps } from '#server/deps.ts';
import type { UploadedFile } from '#server/http/receive-upload.ts';
import { invalid } from '#server/problems.ts';
import { holdsWhatItSays } from './check-content.ts';

export type TakenDocument = {
  fileName: string;
  fileType: DocumentType;
  /** The size in bytes. */
  fileSize: number;
  /** The document's name in the store. */
  filePath: string;
};

/**
 * Checks that a file is one of the types that evaluations keep, by its ending and its content, and
 * puts it into the store. It runs before the transaction, so that no transaction waits for a slow
 * store, and a row never refers to a document that is missing.
 */
export async function takeDocument(
  file: UploadedFile,
  { documents }: Pick<Deps, 'documents'>,
): Promise<TakenDocument> {
  const fileName = safeFileName(file.name);
  const fileType = documentTypeOf(fileName);
  if (!fileType) throw invalid('file', documentTypesHint);
  if (file.size === 0) throw invalid('file', 'This file is empty');
  if (!holdsWhatItSays(fileType, await readFile(file.path)))
    throw invalid('file', `This file is not what its ending says: no ${fileType} file`);
  const filePath = `${randomUUID()}.${fileType}`;
  await documents.put(filePath, file.path);
  return { fileName, fileType, fileSize: file.size, filePath };
}
