import { z } from 'zod';

import { idField, idSchema, largestId, readDigits } from '#domain/identity.ts';
import { respondentFields } from '#domain/interviews/session.ts';
import { momentField } from '#domain/moment.ts';
import { verdicts } from '#domain/scoring/verdict.ts';
import { editionQuestionSchema } from '#domain/surveys/edition.ts';
import { clientIdField, digestField } from '#domain/sync/client-id.ts';
import { emptyableText, freeText } from '#domain/text.ts';
import { correctionRights, revisionSchema } from './correction.ts';

import { deviceClockSchema } from './device-clock.ts';

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
export const countsField = z.boolean().default(true);

/** When somebody settled its reasons; null where nobody has, or there are none. */
export const reviewedAtField = z.iso.datetime().nullable();

/** A figure as the device reckons it: checked, not believed (rule 12). */
const claimedFigure = readDigits(z.number('Points must be a number'));

/**
 * One answer of POST /api/responses, and with its `responseId` the body of POST
 * /api/response-answers (specification, section 7). 400 where the edition that was asked has no
 * such question, or the question no such option.
 */
export const givenAnswerSchema = z.object({
  questionId: idField('Please select a question'),
  answerId: idField('Please select an answer').nullable().default(null),
  textValue: freeText('Answer').nullable().default(null),
  score: claimedFigure.optional(),
});
/** Why a stored answer is corrected; empty where nobody says. */
const correctionReason = emptyableText('Reason', 2_000).default('');

/**
 * POST /api/response-answers; sent again, it replaces (rule 27) and the totals follow. It goes by
 * the rules of POST /api/responses/{id}/corrections. `score` is not looked at.
 */
export const responseAnswerInputSchema = givenAnswerSchema.extend({
  responseId: idField('Please select a response'),
  reason: correctionReason,
});

const clientIdWords =
  'The interview’s own name, made by whoever captured it and kept for good. Sent again with the same content, 200 and the stored response; with another content, 409. With it a response is stored whatever has changed since; without it the call is refused like any other.';

const asOnRecord = "Replaced by the record's own where `hotelId` names a hotel that is there";

/** More questions than any survey may have. */
const mostAnswers = 9_999;

/**
 * POST /api/responses/{id}/corrections: several answers at once, all of them or none (rule 42).
 * Whoever sent the response may do so for some hours after it arrived, and an Admin with a reason
 * at any time: 403 for anybody else, 400 at `reason` where an Admin gives none. Sent again with its
 * `clientId`, it changes nothing more and answers the response as it is; 409 where that client id
 * belongs to another correction, or the response was corrected as often as is kept.
 */
export const correctionInputSchema = z.object({
  clientId: clientIdField.optional(),
  reason: correctionReason,
  responseAnswers: z.array(givenAnswerSchema).min(1, 'Please send an answer').max(mostAnswers),
});
export type CorrectionInput = z.input<typeof correctionInputSchema>;

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
  /** The edition that was asked; the current one where it is not named. */
  edition: idField('The survey has no such edition').optional(),
  hotelId: idField('Please select a hotel').nullable().default(null),
  hotelName: emptyableText('Hotel name', 200).default('').describe(asOnRecord),
  hotelBrand: emptyableText('Hotel brand', 200).default('').describe(asOnRecord),
  hotelAddress: emptyableText('Hotel address', 500).default('').describe(asOnRecord),
  ...respondentFields,
  totalScore: claimedFigure.optional(),
  maxScore: claimedFigure.optional(),
  notes: emptyableText('Notes').default(''),
  syncStatus: z.enum(syncStatuses, 'Sync status is pending or synced').default('pending'),
  responseAnswers: z.array(givenAnswerSchema).max(mostAnswers).optional(),
  /** The session this completes; one with the same `clientId` is completed in any case. */
  sessionId: idField('This is not the number of an interview').nullable().optional(),
  startedAt: momentField.optional(),
  completedAt: momentField.optional(),
  /** Of the device whose times these are; what earlier releases sent lacks it. */
  clock: deviceClockSchema.optional(),
});
export type ResponseInput = z.input<typeof responseInputSchema>;

/**
 * An answer as it is stored: what POST /api/response-answers answers, and part of every response
 * (specification, section 3). `score` is in points, reckoned by the server (rule 12).
 */
export const responseAnswerSchema = z.object({
  id: z.int(),
  responseId: z.int(),
  questionId: z.int(),
  answerId: z.int().nullable(),
  textValue: z.string().nullable(),
  score: z.int(),
});
export type ResponseAnswer = z.infer<typeof responseAnswerSchema>;

/** GET /api/responses: of one survey, or of all. */
export const responsesQuerySchema = z.object({ surveyId: idSchema.optional() });

/** Pending responses that one call names at most. */
export const mostPendingIds = 500;

/**
 * GET /api/responses/pending. With `fields=ids`, what a device needs to confirm or count them:
 * up to `limit` of them in the order of their numbers, those behind the number `after`.
 */
export const pendingQuerySchema = z.object({
  fields: z.literal('ids', 'The only choice of fields is ids').optional(),
  limit: z.coerce
    .number<string | number>()
    .int()
    .min(1)
    .max(mostPendingIds)
    .default(mostPendingIds),
  after: z.coerce.number<string | number>().int().min(0).max(largestId).default(0),
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

/**
 * A response as it travels (specification, section 3): GET /api/responses and its /pending answer
 * many, and PUT …/sync-status one. Hotel and survey are named as they were when it was given;
 * scores are in points.
 */
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
  counts: countsField,
  /** Whether its answers were corrected after completion. Older records do not say. */
  corrected: z.boolean().optional(),
  responseAnswers: z.array(responseAnswerSchema),
});
export type Response = z.infer<typeof responseSchema>;

/** What POST /api/responses answers: the stored record, and the digest of the body it came from. */
export const responseReceiptSchema = responseSchema.extend({ digest: digestField });
export type ResponseReceipt = z.infer<typeof responseReceiptSchema>;

/** A line of GET /api/responses/{id}: a question as it was asked, and what was answered to it. */
export const askedQuestionSchema = editionQuestionSchema.extend({
  answerId: z.int().nullable(),
  textValue: z.string().nullable(),
  /** Points. */
  score: z.int(),
  /** Points; null for a question that is not scored. */
  maximum: z.int().nullable(),
});
export type AskedQuestion = z.infer<typeof askedQuestionSchema>;

/** GET /api/responses/{id}, and what PUT …/review answers (specification, section 2). */
export const responseDetailSchema = responseSchema.extend({
  /** Percent to one decimal; null where nothing is scored. */
  percent: z.number().nullable(),
  verdict: z.enum(verdicts),
  conductedBy: z.string().nullable(),
  reviewedAt: reviewedAtField,
  /** Null also where they have left since. */
  reviewedBy: z.string().nullable(),
  questions: z.array(askedQuestionSchema),
  /** When it was last corrected; null where it never was. */
  correctedAt: z.iso.datetime().nullable().optional(),
  /** Every correction, the latest first. */
  revisions: z.array(revisionSchema).optional(),
  /** What whoever asks may do with its answers. */
  canCorrect: z.enum(correctionRights).optional(),
});
export type ResponseDetail = z.infer<typeof responseDetailSchema>;
