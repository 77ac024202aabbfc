import { z } from 'zod';

import { remarksSchema, progressSchema } from '#domain/interviews/progress.ts';
import { furtherFields } from '#domain/responses/further-fields.ts';

/** The most characters of a reviewer's remark. */
export const longestReviewRemark = 2_000;

/** What a reviewer remarked on one question, or on the whole response where `questionId` is null. */
export const reviewRemarkSchema = z.object({
  id: z.int(),
  questionId: z.int().nullable(),
  text: z.string(),
  author: z.string(),
  at: z.iso.datetime(),
  resolvedAt: z.iso.datetime().nullable(),
});
export type ReviewRemark = z.infer<typeof reviewRemarkSchema>;

/**
 * A response that a reviewer returned to the person who sent it. GET /api/responses/returned returns the
 * caller's own, the latest first. The device opens it as a draft on its own edition, and sends the outcome
 * as a response with `revises` set to this `clientId`.
 */
export const returnedResponseSchema = z.object({
  responseId: z.int(),
  clientId: z.string(),
  hotelId: z.int(),
  hotelName: z.string(),
  hotelBrand: z.string(),
  hotelAddress: z.string(),
  hotelCity: z.string(),
  surveyId: z.int(),
  surveyTitle: z.string(),
  edition: z.int(),
  respondentName: z.string(),
  respondentJobTitle: z.string(),
  notes: z.string(),
  startedAt: z.iso.datetime().nullable(),
  progress: progressSchema.describe('Its answers, as an interview holds them.'),
  remarks: remarksSchema.describe('The notes on its answers.'),
  files: furtherFields.files,
  roundId: furtherFields.roundId,
  asked: furtherFields.asked,
  reviewRemarks: z.array(reviewRemarkSchema).describe('What is to be looked at again.'),
  returnedAt: z.iso.datetime(),
  returnedBy: z.string(),
});
export type ReturnedResponse = z.infer<typeof returnedResponseSchema>;
