import { z } from 'zod';

import { respondentFields } from '#domain/interviews/session.ts';
import { verdicts } from '#domain/scoring/verdict.ts';
import { editionQuestionSchema } from '#domain/surveys/edition.ts';
import { clientIdField, digestField } from '#domain/sync/client-id.ts';
import { freeText } from '#domain/text.ts';

export const syncStatuses = ['pending', 'synced'] as const;

/**
 * Why a response that was stored wants a look: in two words, and in a sentence. Nothing a person
 * captured is refused because something changed meanwhile: it is stored and says so.
 */
export const reviewReasons = {
  'survey-archived': {
    name: 'Survey archived',
    text: 'The survey was archived before the response arrived.',
  },
  'survey-deleted': {
    name: 'Survey deleted',
    text: 'The survey was deleted before the response arrived.',
  },
  'survey-changed': {
    name: 'Survey changed',
    text: 'The survey has a newer edition than the one that was asked.',
  },
  'hotel-deleted': {
    name: 'Hotel deleted',
    text: 'The hotel was deleted before the response arrived.',
  },
  'hotel-not-assigned': {
    name: 'Hotel not assigned',
    text: 'The hotel was no longer assigned to whoever held the interview.',
  },
  'clock-odd': {
    name: 'Clock wrong',
    text: 'The clock of the device was wrong; the time of arrival counts.',
  },
  'figures-differ': {
    name: 'Score differs',
    text: 'The device had reckoned another score.',
  },
} as const;
export type ReviewReason = keyof typeof reviewReasons;
export const reviewReasonField = z.enum(
  Object.keys(reviewReasons) as [ReviewReason, ...ReviewReason[]],
);

/** When somebody settled its reasons; null where nobody has, or there are none. */
export const reviewedAtField = z.iso.datetime().nullable();

/** One answer inside a response, or with its `responseId` in POST /api/response-answers. */
export const givenAnswerSchema = z.object({
  questionId: z.int().positive(),
  answerId: z.int().positive().nullable().default(null),
  textValue: freeText('Answer').nullable().default(null),
  /** As the device reckons it: checked, not believed (decision 12). */
  score: z.number().optional(),
});
export const responseAnswerInputSchema = givenAnswerSchema.extend({
  responseId: z.int().positive(),
});

/** More questions than any survey may have. */
const mostAnswers = 9_999;

/**
 * POST /api/responses: an interview's whole outcome in one call (decision 27). `hotelName`,
 * `hotelBrand` and `hotelAddress` are the hotel's as the device knew them, kept if it is gone.
 */
export const responseInputSchema = z.object({
  clientId: clientIdField.optional(),
  surveyId: z.int().positive('Please select a survey'),
  /** The edition that was asked; the current one where it is not named. */
  edition: z.int().positive().optional(),
  hotelId: z.int().positive().nullable().default(null),
  hotelName: freeText('Hotel name').max(200).default(''),
  hotelBrand: freeText('Hotel brand').max(200).default(''),
  hotelAddress: freeText('Hotel address').max(500).default(''),
  ...respondentFields,
  totalScore: z.number().optional(),
  maxScore: z.number().optional(),
  notes: freeText('Notes').nullable().default(''),
  syncStatus: z.enum(syncStatuses).default('pending'),
  responseAnswers: z.array(givenAnswerSchema).max(mostAnswers).optional(),
  /** The session this completes; one with the same `clientId` is completed in any case. */
  sessionId: z.int().positive().nullable().optional(),
  startedAt: z.iso.datetime().optional(),
  completedAt: z.iso.datetime().optional(),
});
export type ResponseInput = z.input<typeof responseInputSchema>;

export const responseAnswerSchema = z.object({
  id: z.int(),
  responseId: z.int(),
  questionId: z.int(),
  answerId: z.int().nullable(),
  textValue: z.string().nullable(),
  score: z.int(),
});
export type ResponseAnswer = z.infer<typeof responseAnswerSchema>;

/** A response as it travels. Hotel and survey are named as they were when it was given. */
export const responseSchema = z.object({
  id: z.int(),
  clientId: z.string(),
  surveyId: z.int(),
  surveyTitle: z.string(),
  edition: z.int(),
  hotelId: z.int().nullable(),
  hotelName: z.string(),
  hotelBrand: z.string(),
  hotelAddress: z.string(),
  respondentName: z.string(),
  respondentJobTitle: z.string(),
  totalScore: z.int(),
  maxScore: z.int(),
  notes: z.string(),
  startedAt: z.iso.datetime().nullable(),
  completedAt: z.iso.datetime(),
  syncStatus: z.enum(syncStatuses),
  reviewReasons: z.array(reviewReasonField),
  responseAnswers: z.array(responseAnswerSchema),
});
export type Response = z.infer<typeof responseSchema>;

/** What POST /api/responses answers: the stored record, and the digest of the body it came from. */
export const responseReceiptSchema = responseSchema.extend({ digest: digestField });
export type ResponseReceipt = z.infer<typeof responseReceiptSchema>;

/** One line of the details dialog: the question as it was asked, and what was answered. */
export const askedQuestionSchema = editionQuestionSchema.extend({
  answerId: z.int().nullable(),
  textValue: z.string().nullable(),
  score: z.int(),
  /** Null for a question that is not scored. */
  maximum: z.int().nullable(),
});
export type AskedQuestion = z.infer<typeof askedQuestionSchema>;

/** GET /api/responses/{id}. */
export const responseDetailSchema = responseSchema.extend({
  /** Percent to one decimal; null where nothing is scored. */
  percent: z.number().nullable(),
  verdict: z.enum(verdicts),
  conductedBy: z.string().nullable(),
  reviewedAt: reviewedAtField,
  /** Null also where they have left since. */
  reviewedBy: z.string().nullable(),
  questions: z.array(askedQuestionSchema),
});
export type ResponseDetail = z.infer<typeof responseDetailSchema>;
