import { z } from 'zod';

import { idSchema } from '#domain/identity.ts';
import { claimedMomentField } from '#domain/moment.ts';
import { clientIdField, digestField } from '#domain/sync/client-id.ts';
import { emptyableText, freeText } from '#domain/text.ts';

/** Evidence: a file that belongs to an answer of an interview. A signature is a drawn picture. */
export const evidenceKinds = ['photo', 'document', 'signature'] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

/** The most files of an interview, and of one question of it. */
export const evidenceLimits = {
  photosOfQuestion: 8,
  photos: 200,
  documents: 10,
  signatures: 2,
} as const;
/** The most characters of a caption. */
export const longestCaption = 500;
/** The most characters of the reason for a deletion. */
const longestReason = 500;
/** The most bytes of a thumbnail. A larger one is left out; the photo itself is still kept. */
export const largestThumbnail = 200_000;

/** The most changes of one caption: far more than anybody makes. */
const mostCaptionEdits = 1_000_000;
const captionEditWords =
  'How often the device has changed the caption. One with a lower number than the stored one is ignored, because it was overtaken on its way.';

/**
 * The query of PUT /api/evidence/{fileId}. The body is a form with the file in its field `file`, and for a
 * picture its thumbnail in `thumbnail`. `x-envelope-digest` is the digest of the file's bytes.
 *
 * The server may not know the interview yet, because a file may arrive before the response. When the file
 * is sent again with the same bytes, the call returns 200 and stores the caption that was sent. It returns
 * 409 for other bytes under the same id, and 410 for a deleted file.
 */
export const evidenceQuerySchema = z.object({
  interview: clientIdField.describe('The `clientId` of the interview, or of the action.'),
  question: idSchema,
  kind: z
    .enum(evidenceKinds, 'A file is a photo, document or signature')
    .describe('A photo and a signature are a JPEG or PNG.'),
  caption: emptyableText('Caption', longestCaption)
    .default('')
    .describe('What it shows; the printed name with a signature.'),
  captionEdit: z.coerce
    .number<string | number>()
    .int()
    .min(0)
    .max(mostCaptionEdits)
    .default(0)
    .describe(captionEditWords),
  takenAt: claimedMomentField.optional().describe("By the device's clock."),
  width: z.coerce.number().int().min(1).max(100_000).optional().describe('Pixels.'),
  height: z.coerce.number().int().min(1).max(100_000).optional().describe('Pixels.'),
  owner: idSchema
    .optional()
    .describe(
      'For Admins who import a device’s file: the person who took it. If the interview is known, the person who conducted it counts instead.',
    ),
});

export const evidenceParams = z.object({
  fileId: clientIdField.describe('The name that its device gave the file.'),
});
export const interviewQuerySchema = z.object({
  interview: clientIdField.describe('The `clientId` of the interview.'),
});

/** The body of DELETE /api/evidence/{fileId}. Only an Admin who deletes another's file needs one. */
export const evidenceDeletionSchema = z
  .object({ reason: freeText('Reason', longestReason).default('') })
  .optional();
export type EvidenceDeletion = z.input<typeof evidenceDeletionSchema>;

/**
 * The body of PATCH /api/evidence/{fileId}: another caption for a file that the server has. A device
 * that no longer holds the file's bytes sends it this way.
 */
export const captionSchema = z.object({
  caption: emptyableText('Caption', longestCaption),
  captionEdit: z.int().min(0).max(mostCaptionEdits).describe(captionEditWords),
});

/** A stored file. `fileId` is the name that its device gave it. */
export const evidenceSchema = z.object({
  fileId: z.string(),
  interview: z.string().describe('The `clientId` of the interview.'),
  questionId: z.int().nullable(),
  kind: z.enum(evidenceKinds),
  name: z.string().describe('The name to save it under.'),
  mediaType: z.string(),
  size: z.int().describe('Bytes.'),
  width: z.int().nullable().describe('Pixels; null for a document.'),
  height: z.int().nullable(),
  hasThumbnail: z.boolean(),
  caption: z.string().describe('What it shows; the printed name with a signature.'),
  takenAt: z.iso.datetime().nullable().describe("By the device's clock."),
  takenBy: z.string().describe('The name at that time.'),
  takenById: z.int().nullable().describe('Null where they have left.'),
  uploadedAt: z.iso.datetime(),
});
export type Evidence = z.infer<typeof evidenceSchema>;

/**
 * The reply of DELETE /api/evidence/{fileId}: the receipt, which repeats the name. From then on the
 * server has no file under this name that the sender may read, and it refuses one that the sender
 * sends later with 410.
 */
export const evidenceDeletedSchema = z.object({
  fileId: z.string(),
  isDeleted: z.literal(true),
});

/**
 * The reply of PUT and PATCH: the stored file, with the digest and the caption's number, which prove what
 * was received.
 */
export const evidenceReceiptSchema = evidenceSchema.extend({
  digest: digestField,
  captionEdit: z.int().describe('The number that was sent, or that of the later stored caption.'),
});

/**
 * The reply of GET /api/evidence?interview={clientId}: the files that the server holds, by question
 * and then in the order in which they were taken, and those that its response names and that have
 * not arrived.
 */
export const evidenceOfInterviewSchema = z.object({
  held: z.array(evidenceSchema),
  missing: z.array(
    z.object({ fileId: z.string(), questionId: z.int(), kind: z.enum(evidenceKinds) }),
  ),
  waitsOn: z
    .array(z.string())
    .describe('The devices that reported files of this interview: "Ana’s iPad". Empty if unknown.'),
});
export type EvidenceOfInterview = z.infer<typeof evidenceOfInterviewSchema>;

/** Files on one page of GET /api/hotels/{id}/evidence and of GET /api/evidence/unplaced. */
export const evidencePerPage = 50;
export const evidencePageQuerySchema = z.object({
  page: z.coerce
    .number<string | number>()
    .int()
    .min(1)
    .max(100_000)
    .default(1)
    .describe('The page, from 1.'),
});

/** The reply of GET /api/hotels/{id}/evidence: the files of a hotel's responses, the latest first. */
export const hotelEvidenceSchema = z.object({
  total: z.int().describe('The files on all pages.'),
  evidence: z.array(
    evidenceSchema.extend({
      responseId: z.int(),
      completedAt: z.iso.datetime().describe('When the interview was completed.'),
      questionText: z.string().nullable().describe('Null where the edition has no such question.'),
    }),
  ),
});
export type HotelEvidence = z.infer<typeof hotelEvidenceSchema>;

/**
 * The reply of GET /api/evidence/unplaced, the latest first: files whose interview the server does
 * not know, or whose sender had no right to it.
 */
export const unplacedEvidenceSchema = z.object({
  total: z.int().describe('The files on all pages.'),
  evidence: z.array(evidenceSchema),
});
export type UnplacedEvidence = z.infer<typeof unplacedEvidenceSchema>;
