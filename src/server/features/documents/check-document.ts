import { readFile } from 'node:fs/promises';

import type { DocumentType } from '#domain/documents/document.ts';
import { documentTypeOf, documentTypesHint, safeFileName } from '#domain/documents/file-name.ts';
import type { UploadedFile } from '#server/http/receive-upload.ts';
import { invalid } from '#server/problems.ts';
import { holdsWhatItSays } from './check-content.ts';

export type CheckedDocument = {
  fileName: string;
  fileType: DocumentType;
  /** Bytes. */
  fileSize: number;
  /** Where the upload lies. */
  path: string;
};

/** Takes a file that is by ending and by content one of the types that evaluations keep. */
export async function checkDocument(file: UploadedFile): Promise<CheckedDocument> {
  const fileName = safeFileName(file.name);
  const fileType = documentTypeOf(fileName);
  if (!fileType) throw invalid('file', documentTypesHint);
  if (file.size === 0) throw invalid('file', 'This file is empty');
  if (!holdsWhatItSays(fileType, await readFile(file.path)))
    throw invalid('file', `This file is not what its ending says: no ${fileType} file`);
  return { fileName, fileType, fileSize: file.size, path: file.path };
}
