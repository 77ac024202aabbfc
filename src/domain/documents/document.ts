import { z } from 'zod';

export const documentTypes = ['pdf', 'doc', 'docx', 'ppt', 'pptx', 'txt', 'xls', 'xlsx'] as const;
export type DocumentType = (typeof documentTypes)[number];

/** Bytes. */
export const largestDocument = 10 * 1024 * 1024;

/** A file kept with a hotel's evaluation. `filePath` names it in the store; it is no address. */
export const documentSchema = z.object({
  id: z.int(),
  hotelId: z.int(),
  fileName: z.string(),
  fileType: z.enum(documentTypes),
  /** Bytes. */
  fileSize: z.int(),
  filePath: z.string(),
  uploadedAt: z.iso.datetime(),
  uploadedBy: z.string(),
  uploadedById: z.int().nullable(),
});
export type EvaluationDocument = z.infer<typeof documentSchema>;
