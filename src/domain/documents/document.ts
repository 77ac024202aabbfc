import { z } from 'zod';

/** The file types that evaluations accept, by the ending of the name (rule 53). */
export const documentTypes = ['pdf', 'doc', 'docx', 'ppt', 'pptx', 'txt', 'xls', 'xlsx'] as const;
export type DocumentType = (typeof documentTypes)[number];

/** The most bytes of a file. */
export const largestDocument = 10 * 1024 * 1024;

/**
 * A file that belongs to a hotel's evaluation: GET and POST /api/hotels/{id}/evaluation-documents.
 * `filePath` is its name in the store, not a URL.
 *
 * POST takes the file in the form field `file`. It returns 400 when the file is empty, of another
 * type, or not what its ending says. POST and …/download also return 503 while a storage bucket
 * does not respond.
 */
export const documentSchema = z.object({
  id: z.int(),
  hotelId: z.int().describe('The `id` of the hotel, which is not its own `hotelId`.'),
  fileName: z.string(),
  fileType: z.enum(documentTypes),
  fileSize: z.int().describe('Bytes.'),
  filePath: z.string(),
  uploadedAt: z.iso.datetime(),
  uploadedBy: z.string().describe('The name at that time.'),
  uploadedById: z.int().nullable().describe('Null when they have left since.'),
});
export type EvaluationDocument = z.infer<typeof documentSchema>;
