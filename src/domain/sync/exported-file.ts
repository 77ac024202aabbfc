import { z } from 'zod';

import { largestId } from '#domain/identity.ts';
import { reviewReasonField } from '#domain/responses/response.ts';
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

/**
 * The body of POST /api/responses/import (docs/decisions/0008). Returns 400 at `owner` when there
 * is no such person here. A refused response does not stop the others; the reply lists it.
 */
export const exportedFileSchema = z.strictObject({
  format: z.literal(exportFormat, 'This file was not exported from Bellwether'),
  version: z.literal(exportVersion, 'This file is of another version of Bellwether'),
  exportedAt: z.iso.datetime(),
  owner: z
    .strictObject({
      id: z.int().positive().max(largestId),
      name: z.string().max(200),
      email: z.string().max(254),
    })
    .describe('The person whose interviews these are, who was signed in on the device.'),
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
