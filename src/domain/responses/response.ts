import { z } from 'zod';

import { idField, idSchema, largestId } from '#domain/identity.ts';
import { respondentFields } from '#domain/interviews/session.ts';
import { momentField } from '#domain/moment.ts';
import { verdicts } from '#domain/scoring/verdict.ts';
import { editionQuestionSchema } from '#domain/surveys/edition.ts';
import { clientIdField, digestField } from '#domain/sync/client-id.ts';
import { emptyableText } from '#domain/text.ts';
import { correctionRights, revisionSchema } from './correction.ts';

import { deviceClockSchema } from './device-clock.ts';
import { furtherFields, keptAnswerFields } from './further-fields.ts';
import { claimedFigure, givenAnswerSchema, mostAnswers } from './given-answer.ts';

/** *pending*: its device has not confirmed yet that it dropped its copy (rule 31). */
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
  'hotel-unknown': {
    name: 'Hotel not on record',
    text: 'The server has no record of the hotel, and none of its deletion.',
  },
  'hotel-not-assigned': {
    name: 'Hotel not assigned',
    text: 'The response was not for a hotel assigned to whoever sent it.',
  },
  'edition-from-device': {
    name: 'Edition from device',
    text: 'The server had lost what was asked, and the device brought it back: compare it with the survey.',
  },
  'clock-odd': {
    name: 'Clock wrong',
    text: "The device's clock was wrong or was set, or more than a day lies between start and completion: the times may be wrong.",
  },
  'figures-differ': {
    name: 'Score differs',
    text: 'The device had reckoned another score.',
  },
  incomplete: {
    name: 'Incomplete',
    text: 'Required questions have no answer.',
  },
} as const;
export type ReviewReason = keyof typeof reviewReasons;
/** Part of every response that travels (docs/decisions/0007). */
export const reviewReasonField = z.enum(
  Object.keys(reviewReasons) as [ReviewReason, ...ReviewReason[]],
);

/**
 * In figures, which count what is for a hotel that its sender has a right to, or had when the
 * interview began; anything else once somebody has accepted it (rule 43). What a device kept from
 * an earlier release names none, and counted.
 */
export const countsField = z
  .boolean()
  .default(true)
  .describe(
    'Whether it is in figures: false until somebody accepts what its sender had no right to send.',
  );

/** When somebody decided on its review reasons; null where nobody has, or there are none. */
export const reviewedAtField = z.iso.datetime().nullable();

const clientIdWords =
  'The interview’s own name, made by whoever captured it and kept for good. Sent again with the same content, 200 and the stored response; with another content, 409. With it a response is stored whatever has changed since; without it the call is refused like any other.';

const asOnRecord = "Replaced by the record's own where `hotelId` names a hotel that is there";

/**
 * POST /api/responses: an interview's whole outcome in one call (rule 27). `hotelName`,
 * `hotelBrand` and `hotelAddress` are the hotel's as the device knew them: kept where it is gone or
 * none is named, and replaced by the record's own where it is there.
 *
 * Sent again with its `clientId`, 200 in place of 201; 409 where that is somebody else's, or was
 * stored with another content; 410 where the response was deleted since. 400 where the body does not
 * match `x-envelope-digest`. Without a `clientId` nothing was captured, and less is taken: 409 where
 * the survey is archived, 400 where it is a draft. It then has the `clientId` of the session that it
 * names, and else one made of its `Idempotency-Key`: sent again, 200 as well.
 */
export const responseInputSchema = z.object({
  clientId: clientIdField.optional().describe(clientIdWords),
  surveyId: idField('Please select a survey'),
  edition: idField('The survey has no such edition')
    .optional()
    .describe('The edition that was asked; the current one where it is not named.'),
  hotelId: idField('Please select a hotel')
    .nullable()
    .default(null)
    .describe('The `id` of the hotel, which is not its own `hotelId`.'),
  hotelName: emptyableText('Hotel name', 200).default('').describe(asOnRecord),
  hotelBrand: emptyableText('Hotel brand', 200).default('').describe(asOnRecord),
  hotelAddress: emptyableText('Hotel address', 500).default('').describe(asOnRecord),
  ...respondentFields,
  totalScore: claimedFigure.optional(),
  maxScore: claimedFigure.optional(),
  notes: emptyableText('Notes').default(''),
  syncStatus: z.enum(syncStatuses, 'Sync status is pending or synced').default('pending'),
  responseAnswers: z
    .array(givenAnswerSchema)
    .max(mostAnswers)
    .optional()
    .describe('Where it is left out, send each answer by POST /api/response-answers.'),
  sessionId: idField('This is not the number of an interview')
    .nullable()
    .optional()
    .describe('The session this completes; one with the same `clientId` is completed in any case.'),
  startedAt: momentField
    .optional()
    .describe("Where it is left out, the session's counts, and with it the duration."),
  completedAt: momentField.optional().describe('The moment of arrival where it is left out.'),
  clock: deviceClockSchema
    .optional()
    .describe('Of the device whose times these are; what earlier releases sent lacks it.'),
  ...furtherFields,
});
export type ResponseInput = z.input<typeof responseInputSchema>;

/**
 * An answer as it is stored: what POST /api/response-answers answers, and part of every
 * response. `score` is in points, reckoned by the server (rule 12).
 */
export const responseAnswerSchema = z.object({
  id: z.int(),
  responseId: z.int(),
  questionId: z.int(),
  answerId: z.int().nullable(),
  textValue: z.string().nullable(),
  score: z.int().describe('Points, as the server reckons them.'),
  ...keptAnswerFields,
});
export type ResponseAnswer = z.infer<typeof responseAnswerSchema>;

/** GET /api/responses: of one survey or of all, and all of them or what is new. */
export const responsesQuerySchema = z.object({
  surveyId: idSchema.optional().describe('Responses to this survey alone.'),
  updatedSince: momentField
    .optional()
    .describe(
      'Responses alone that arrived or were changed at this moment or later. To fetch what is new, ask from the greatest `updatedAt` you have, less a minute: a change is seen when its transaction ends, which may be after a later one. What was deleted is not told.',
    ),
});

/** Pending responses that one call names at most. */
export const mostPendingIds = 500;

/**
 * GET /api/responses/pending. With `fields=ids`, what a device needs to confirm or count them:
 * up to `limit` of them in the order of their numbers, those behind the number `after`.
 */
export const pendingQuerySchema = z.object({
  fields: z
    .literal('ids', 'The only choice of fields is ids')
    .optional()
    .describe('`ids` answers the two names of each response alone, a page at a time.'),
  limit: z.coerce
    .number<string | number>()
    .int()
    .min(1)
    .max(mostPendingIds)
    .default(mostPendingIds)
    .describe('With `fields=ids`: responses of one page.'),
  after: z.coerce
    .number<string | number>()
    .int()
    .min(0)
    .max(largestId)
    .default(0)
    .describe('With `fields=ids`: only responses whose `id` is greater.'),
});
export type PendingQuery = z.output<typeof pendingQuerySchema>;

/** What GET /api/responses/pending answers with `fields=ids`. */
export const pendingIdsSchema = z.array(z.strictObject({ id: z.int(), clientId: z.string() }));
export type PendingIds = z.infer<typeof pendingIdsSchema>;

/**
 * PUT /api/responses/{id}/sync-status: the device has dropped its copy (rule 31). There is no
 * way back; sent again, it answers the same.
 */
export const syncConfirmationSchema = z.object({
  status: z.literal('synced', 'A response can only become synced'),
});
export type SyncConfirmation = z.infer<typeof syncConfirmationSchema>;

/** Left out where the response was sent without them. GET /api/responses/{id} alone tells times. */
const { timing, ...toldFields } = furtherFields;

/**
 * A response as it travels: GET /api/responses and its /pending answer
 * many, and PUT …/sync-status one. Hotel and survey are named as they were when it was given;
 * scores are in points.
 */
export const responseSchema = z.object({
  id: z.int(),
  clientId: z.string(),
  surveyId: z.int(),
  surveyTitle: z.string(),
  edition: z.int(),
  hotelId: z
    .int()
    .nullable()
    .describe('The `id` of the hotel, which is not its own `hotelId`; null where it is gone.'),
  hotelName: z.string(),
  hotelBrand: z.string(),
  hotelAddress: z.string(),
  respondentName: z.string(),
  respondentJobTitle: z.string(),
  totalScore: z.int().describe('Points reached, as the server reckons them.'),
  maxScore: z.int().describe('Points that could be reached; 0 where nothing is scored.'),
  notes: z.string(),
  startedAt: z.iso.datetime().nullable(),
  completedAt: z.iso.datetime(),
  receivedAt: z.iso.datetime().optional().describe('When the server stored it.'),
  updatedAt: z.iso
    .datetime()
    .optional()
    .describe('When it was stored or last changed: corrected, reviewed, confirmed.'),
  syncStatus: z
    .enum(syncStatuses)
    .describe('`pending` until its device has confirmed that it dropped its own copy.'),
  reviewReasons: z
    .array(reviewReasonField)
    .describe('Why somebody should look at it; empty where there is no reason.'),
  counts: countsField,
  corrected: z
    .boolean()
    .optional()
    .describe('Whether its answers were corrected after completion. Older records do not say.'),
  responseAnswers: z.array(responseAnswerSchema),
  ...toldFields,
});
export type SurveyResponse = z.infer<typeof responseSchema>;

/** What POST /api/responses answers: the stored record, and the digest of the body it came from. */
export const responseReceiptSchema = responseSchema.extend({ digest: digestField });
export type ResponseReceipt = z.infer<typeof responseReceiptSchema>;

/** A line of GET /api/responses/{id}: a question as it was asked, and what was answered to it. */
export const askedQuestionSchema = editionQuestionSchema.extend({
  answerId: z.int().nullable(),
  textValue: z.string().nullable(),
  score: z.int().describe('Points.'),
  maximum: z.int().nullable().describe('Points; null for a question that is not scored.'),
  ...keptAnswerFields,
});
export type AskedQuestion = z.infer<typeof askedQuestionSchema>;

/** GET /api/responses/{id}, and what PUT …/review answers. */
export const responseDetailSchema = responseSchema.extend({
  percent: z.number().nullable().describe('Percent to one decimal; null where nothing is scored.'),
  verdict: z.enum(verdicts),
  conductedBy: z.string().nullable(),
  reviewedAt: reviewedAtField,
  reviewedBy: z.string().nullable().describe('Null also where they have left since.'),
  questions: z.array(askedQuestionSchema),
  correctedAt: z.iso
    .datetime()
    .nullable()
    .optional()
    .describe('When it was last corrected; null where it never was.'),
  revisions: z.array(revisionSchema).optional().describe('Every correction, the latest first.'),
  canCorrect: z
    .enum(correctionRights)
    .optional()
    .describe('What whoever asks may do with its answers.'),
  timing,
});
export type ResponseDetail = z.infer<typeof responseDetailSchema>;
