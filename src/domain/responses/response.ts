import { z } from 'zod';

import { appealsSchema, percentBeforeAppealField } from '#domain/appeals/appeal.ts';
import { idField, idSchema } from '#domain/identity.ts';
import { respondentFields } from '#domain/interviews/session.ts';
import { anyMomentField } from '#domain/moment.ts';
import { causes } from '#domain/scoring/causes.ts';
import { verdicts } from '#domain/scoring/verdict.ts';
import { editionQuestionSchema } from '#domain/surveys/edition.ts';
import { surveyRulesSchema } from '#domain/surveys/survey-rules.ts';
import { clientIdField, digestField } from '#domain/sync/client-id.ts';
import { emptyableLine, emptyableText } from '#domain/text.ts';
import { correctionRights, revisionSchema } from './correction.ts';
import { deviceClockSchema } from './device-clock.ts';
import { furtherFields, keptAnswerFields } from './further-fields.ts';
import { claimedFigure, givenAnswerSchema, mostAnswers } from './given-answer.ts';
import { reviewReasonField } from './review-reasons.ts';

/** `pending`: the device has not yet confirmed that it dropped its copy (rule 31). */
export const syncStatuses = ['pending', 'synced'] as const;

/**
 * True when the response counts in figures: its sender has a right to the hotel, or had one when
 * the interview began, or somebody has accepted the response (rule 43). Responses that a device
 * stored before this field existed lack it, and all of them counted.
 */
export const countsField = z
  .boolean()
  .default(true)
  .describe(
    'Whether it counts in figures. False while its sender had no right to send it and nobody has accepted it.',
  );

/** When somebody reviewed the response; null when nobody has, or when it has no review reasons. */
export const reviewedAtField = z.iso.datetime().nullable();

const clientIdWords =
  'The interview’s permanent id, made by the client that captured it. Sent again with the same content, the call returns 200 and the stored response; with other content, 409. With a `clientId`, the response is stored whatever has changed since; without one, the call is refused like any other.';

const asOnRecord = "Replaced by the record's own where `hotelId` names a hotel that is there";

/**
 * The body of POST /api/responses: a whole interview in one call (rule 27). `hotelName`,
 * `hotelBrand` and `hotelAddress` are the hotel's as the device knew them. They are stored when the
 * hotel is deleted or none is named; otherwise the server uses its own.
 *
 * With a `clientId`: sent again it returns 200 instead of 201. Returns 409 when that id is somebody
 * else's or was stored with another content, and 410 when the response has been deleted. Returns
 * 400 when the body does not match `x-envelope-digest`.
 *
 * Without a `clientId` no person's interview can be lost, so the server is stricter: 409 when the
 * survey is archived, and 400 when it is a draft. The response gets the `clientId` of the session
 * it names, otherwise one made from its `Idempotency-Key`. So sending it again returns 200 as well.
 */
export const responseInputSchema = z.object({
  clientId: clientIdField.optional().describe(clientIdWords),
  surveyId: idField('Please select a survey'),
  edition: idField('The survey has no such edition')
    .optional()
    .describe('The edition that was asked. Left out, it is the current one.'),
  hotelId: idField('Please select a hotel')
    .nullable()
    .default(null)
    .describe('The `id` of the hotel, which is not its own `hotelId`.'),
  hotelName: emptyableLine('Hotel name').default('').describe(asOnRecord),
  hotelBrand: emptyableLine('Hotel brand').default('').describe(asOnRecord),
  hotelAddress: emptyableLine('Hotel address', 500).default('').describe(asOnRecord),
  ...respondentFields,
  totalScore: claimedFigure.optional(),
  maxScore: claimedFigure.optional(),
  notes: emptyableText('Notes').default(''),
  syncStatus: z.enum(syncStatuses, 'Sync status is pending or synced').default('pending'),
  responseAnswers: z
    .array(givenAnswerSchema)
    .max(mostAnswers)
    .optional()
    .describe('Left out, send each answer by POST /api/response-answers.'),
  sessionId: idField('This is not the number of an interview')
    .nullable()
    .optional()
    .describe('The session this completes; one with the same `clientId` is completed in any case.'),
  startedAt: anyMomentField
    .optional()
    .describe('Left out, the start of the session counts, also for the duration.'),
  completedAt: anyMomentField.optional().describe('Left out, it is the moment of arrival.'),
  clock: deviceClockSchema
    .optional()
    .describe('The clock of the device that sent these times. Earlier releases did not send it.'),
  ...furtherFields,
  revisesReturn: anyMomentField
    .optional()
    .describe(
      'With `revises`: `returnedAt` of the return that this corrects. Where another device has corrected the response since, this content is stored as a response of its own.',
    ),
});
/** A response as it is sent. */
export type ResponseInput = z.input<typeof responseInputSchema>;
/** A response as the schema returns it: checked, and with the defaults of what was left out. */
export type ParsedResponse = z.output<typeof responseInputSchema>;

/**
 * A stored answer: the reply of POST /api/response-answers, and part of every response. `score` is
 * in points, calculated by the server (rule 12).
 */
export const responseAnswerSchema = z.object({
  id: z.int(),
  responseId: z.int(),
  questionId: z.int(),
  answerId: z.int().nullable(),
  textValue: z.string().nullable(),
  score: z.int().describe('Points, computed by the server.'),
  ...keptAnswerFields,
});
export type ResponseAnswer = z.infer<typeof responseAnswerSchema>;

/**
 * The query of GET /api/responses: the responses to one survey or to all, and all of them or only
 * new ones.
 */
export const responsesQuerySchema = z.object({
  surveyId: idSchema.optional().describe('Only responses to this survey.'),
  updatedSince: anyMomentField
    .optional()
    .describe(
      'Only responses that arrived or were changed at this moment or later. To fetch what is new, use the greatest `updatedAt` that you have, minus a minute: a change becomes visible when its transaction ends, which may be after a later change. Deleted responses are not listed.',
    ),
});

/**
 * Fields that a reply leaves out if the response was sent without them. Only
 * GET /api/responses/{id} returns `timing`.
 */
const { timing, ...fieldsOfReplies } = furtherFields;

/**
 * A response in API replies: GET /api/responses and …/pending return many, PUT …/sync-status one.
 * Hotel and survey have the names they had when the response was given. Scores are in points.
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
  totalScore: z.int().describe('Points reached, computed by the server.'),
  maxScore: z.int().describe('Points that could be reached; 0 where nothing is scored.'),
  passed: z
    .boolean()
    .nullable()
    .optional()
    .describe("Whether it passed by its survey's rules; null where nothing is scored."),
  percentBeforeAppeal: percentBeforeAppealField,
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
  ...fieldsOfReplies,
});
export type SurveyResponse = z.infer<typeof responseSchema>;

/** The reply of POST /api/responses: the stored response, and the digest of its body. */
export const responseReceiptSchema = responseSchema.extend({
  digest: digestField,
  applied: z
    .boolean()
    .optional()
    .describe(
      'What became of a response with `revises`. True: it took the place of the returned one. False: the round was approved meanwhile, and it is kept beside it. Absent: it is stored as a response of its own.',
    ),
});
export type ResponseReceipt = z.infer<typeof responseReceiptSchema>;

/** A question in the reply of GET /api/responses/{id}, as it was asked, with its answer. */
export const askedQuestionSchema = editionQuestionSchema.extend({
  answerId: z.int().nullable(),
  textValue: z.string().nullable(),
  score: z.int().describe('Points.'),
  maximum: z.int().nullable().describe('Points; null for a question that is not scored.'),
  ...keptAnswerFields,
  hidden: z
    .literal(true)
    .optional()
    .describe('It was not asked, because of the answers before it.'),
  notAsked: z
    .literal(true)
    .optional()
    .describe(
      'The interview asked only a part of the survey without it. It counts nowhere; with an answer, it was asked for context.',
    ),
  finding: z
    .literal(true)
    .optional()
    .describe('The answer is a finding. Surveys without codes and rules name none.'),
});
export type AskedQuestion = z.infer<typeof askedQuestionSchema>;

/** The reply of GET /api/responses/{id} and of PUT …/review. */
export const responseDetailSchema = responseSchema.extend({
  percent: z.number().nullable().describe('Percent to one decimal; null where nothing is scored.'),
  verdict: z.enum(verdicts),
  causes: z
    .array(z.enum(causes))
    .optional()
    .describe('Why it needs a review: every cause against it.'),
  rules: surveyRulesSchema.optional().describe('The rules it was judged by, without the defaults.'),
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
    .describe('What the caller may do with its answers.'),
  appeals: appealsSchema,
  timing,
});
export type ResponseDetail = z.infer<typeof responseDetailSchema>;
