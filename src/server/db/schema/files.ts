import type { Generated, GeneratedAlways } from 'kysely';

import type { DocumentType } from '#domain/documents/document.ts';
import type { EvidenceKind } from '#domain/evidence/evidence.ts';
import type { Created } from './column-types.ts';

// The tables of the files in the document store. See `schema.ts`.

export type EvaluationDocumentsTable = {
  id: GeneratedAlways<number>;
  hotelId: number;
  fileName: string;
  fileType: DocumentType;
  fileSize: number;
  filePath: string;
  uploadedAt: Created;
  uploadedBy: string;
  uploadedById: number | null;
};

/** Deletions that arrived before the file that they delete. */
export type EarlyDeletionsTable = {
  userId: number;
  fileId: string;
  deletedAt: Created;
};

export type EvidenceTable = {
  id: GeneratedAlways<number>;
  fileId: string;
  interview: string;
  questionId: number | null;
  kind: EvidenceKind;
  name: string;
  mediaType: string;
  size: number;
  width: number | null;
  height: number | null;
  digest: Buffer;
  storeName: string;
  thumbnailName: string | null;
  caption: Generated<string>;
  captionEdit: Generated<number>;
  takenAt: string | null;
  takenBy: string;
  takenById: number | null;
  isStray: Generated<boolean>;
  uploadedAt: Created;
};
