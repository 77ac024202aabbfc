import { readFile } from 'node:fs/promises';

import type { DocumentType } from '#domain/documents/document.ts';
import { documentTypeOf, documentTypesHint, safeFileName } from '#domain/documents/file-name.ts';
import { invalid } from '#server/problems.ts';
import { holdsWhatItSays } from './check-content.ts';

type Received = { name: string; path: string; size: number };

/**
 * Returns the name and type of a document. Throws unless it is one of the types that the product
 * keeps, by its ending and its content.
 */
export async function checkDocument(
  file: Received,
): Promise<{ fileName: string; fileType: DocumentType }> {
  const fileName = safeFileName(file.name);
  const fileType = documentTypeOf(fileName);
  if (!fileType) throw invalid('file', documentTypesHint);
  if (file.size === 0) throw invalid('file', 'This file is empty');
  if (!holdsWhatItSays(fileType, await readFile(file.path)))
    throw invalid('file', `This file is not what its ending says: no ${fileType} file`);
  return { fileName, fileType };
}
