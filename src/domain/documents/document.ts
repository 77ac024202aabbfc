import { z } from 'zod';

/** What evaluations take, by the ending (rule 53). */
export const documentTypes = ['pdf', 'doc', 'docx', 'ppt', 'pptx', 'txt', 'xls', 'xlsx'] as const;
export type DocumentType = (typeof documentTypes)[number];

/** Bytes. */
export const largestDocument = 10 * 1024 * 1024;

/**
 * A file kept with a hotel's evaluation: GET and POST
 * /api/hotels/{id}/evaluation-documents. `filePath` names it in the store; it is no address. POST
 * takes it in a form's field `file`: 400 where it is empty, of another type, or not what its ending
 * says; 503 also while a bucket does not answer, and so of …/download.
 */
export const documentSchema = z.object({
  id: z.int(),
  hotelId: z.int().describe('The `id` of the hotel, which is not its own `hotelId`.'),
  fileName: z.string(),
  fileType: z.enum(documentTypes),
  fileSize: z.int().describe('Bytes.'),
  filePath: z.string(),
  uploadedAt: z.iso.datetime(),
  uploadedBy: z.string().describe('The name as it was then.'),
  uploadedById: z.int().nullable().describe('Null where they have left since.'),
});
export type EvaluationDocument = z.infer<typeof documentSchema>;
