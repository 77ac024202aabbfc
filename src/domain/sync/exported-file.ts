import { z } from 'zod';

import { evidenceKinds, longestCaption } from '#domain/evidence/evidence.ts';
import { idField, largestId } from '#domain/identity.ts';
import { largestFile } from '#domain/responses/further-fields.ts';
import { reviewReasonField } from '#domain/responses/review-reasons.ts';
import { clientIdField, digestField } from './client-id.ts';

/**
 * The format of the file that "Export" on a device writes and POST /api/responses/import accepts.
 * It holds frozen responses of one person, each as exactly the bytes that would have been sent. If
 * the meaning of a field changes, the version must change too.
 */
export const exportFormat = 'bellwether-responses';
export const exportVersion = 1;

/** The most bytes of a file, which is sent as one request, and the most responses in it. */
export const largestExport = 4 * 1024 * 1024;
export const mostExported = 500;

const exportedResponseSchema = z.strictObject({
  clientId: clientIdField,
  digest: digestField.describe(
    'SHA-256 of the bytes of `body`. It shows whether the file is damaged.',
  ),
  body: z.string().min(2).describe('The JSON text of a response as POST /api/responses takes it.'),
});
export type ExportedResponse = z.infer<typeof exportedResponseSchema>;

export const ownerSchema = z.strictObject({
  id: z.int().positive().max(largestId),
  name: z.string().max(200),
  email: z.string().max(254),
});

/**
 * The body of POST /api/responses/import (docs/decisions/0008). Returns 400 at `owner` when there
 * is no such person here. A refused response does not stop the others; the reply lists it.
 */
export const exportedFileSchema = z.strictObject({
  format: z.literal(exportFormat, 'This file was not exported from Bellwether'),
  version: z.literal(exportVersion, 'This file is of another version of Bellwether'),
  exportedAt: z.iso.datetime(),
  owner: ownerSchema.describe(
    'The person whose interviews these are, who was signed in on the device.',
  ),
  responses: z
    .array(exportedResponseSchema)
    .min(1, 'There is no response in this file')
    .max(mostExported, `A file can have up to ${mostExported} responses`),
});
export type ExportedFile = z.infer<typeof exportedFileSchema>;

/** `present`: the server already had it, from the device or an earlier import. */
const importOutcomes = ['stored', 'present', 'refused'] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

/**
 * The reply of POST /api/responses/import: the outcome of each response, in the order of the file.
 */
export const importOutcomeSchema = z.object({
  responses: z.array(
    z.object({
      clientId: z.string(),
      outcome: z.enum(importOutcomes),
      responseId: z.int().nullable().describe('Null when the response was refused.'),
      reviewReasons: z.array(reviewReasonField),
      counts: z
        .boolean()
        .describe('Whether the response counts in figures (rule 43). A refused one does not.'),
      refusal: z
        .string()
        .nullable()
        .describe('Why the response was refused. Null when it was not.'),
    }),
  ),
});
export type Imported = z.infer<typeof importOutcomeSchema>['responses'][number];

/**
 * Version 2 of the file is a ZIP, written when there are files of evidence or exit plans:
 *
 * - `responses.json` is a file of version 1. It is absent when no response was exported.
 * - `files/{fileId}` has the bytes of a file, `files/{fileId}.json` what is known about it, and
 *   `files/{fileId}.thumbnail` its thumbnail, if it has one.
 * - `plans/{clientId}.json` is an exit plan: see `exported-plan.ts`.
 *
 * The Sync Centre reads it in the browser. It sends the responses by POST /api/responses/import, each
 * agreed plan by POST /api/hotels/{id}/exit-plans, and each file by PUT /api/evidence/{fileId}, with their
 * owner.
 */
export const responsesName = 'responses.json';
export const filesFolder = 'files/';

/** The most bytes of a ZIP, which the browser reads into memory. */
export const largestZip = 200 * 1024 * 1024;

export const exportedEvidenceSchema = z.strictObject({
  fileId: clientIdField,
  interview: clientIdField,
  questionId: idField('Please select a question'),
  kind: z.enum(evidenceKinds),
  name: z.string().min(1).max(255),
  mediaType: z.string().max(100),
  caption: z.string().max(longestCaption),
  takenAt: z.iso.datetime(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  size: z.int().min(1).max(largestFile),
  digest: digestField,
  exportedAt: z.iso.datetime(),
  owner: ownerSchema,
});
export type ExportedEvidence = z.infer<typeof exportedEvidenceSchema>;
