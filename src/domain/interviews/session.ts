import { z } from 'zod';

import { changeSchema } from '#domain/change-schema.ts';
import { idField, readDigits } from '#domain/identity.ts';
import { anyMomentField } from '#domain/moment.ts';
import { clientIdField } from '#domain/sync/client-id.ts';
import { emptyableText, shortText } from '#domain/text.ts';
import { answeredAtSchema, progressSchema, remarkedAtSchema, remarksSchema } from './progress.ts';

/** The statuses of a session (specification, section 4). */
export const sessionStatuses = ['in_progress', 'completed'] as const;

/** The person who is interviewed. Every session and response names them. */
export const respondentFields = {
  respondentName: shortText('Respondent name'),
  respondentJobTitle: shortText('Job title'),
};
/** The interview's set-up form, with its messages (rule 50). */
export const interviewSetupSchema = z.object({
  surveyId: idField('Please select a survey'),
  ...respondentFields,
});
export type InterviewSetup = z.infer<typeof interviewSetupSchema>;

/** Progress as an object, or as its JSON text (rule 56). */
const progressField = z.preprocess((value, context) => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    context.addIssue({ code: 'custom', message: 'Progress is not valid JSON' });
    return z.NEVER;
  }
}, progressSchema);

const placeMessage = 'The place in the survey is a number from 0';
const questionIndex = readDigits(
  z.int(placeMessage).min(0, placeMessage).max(100_000, placeMessage),
);
const statusField = z.enum(sessionStatuses, 'Status is in_progress or completed');
const notes = emptyableText('Notes');

/**
 * The body of POST /api/interview-sessions.
 *
 * - Sent again with the same `clientId`, it returns the first session, with 200 instead of 201
 *   (rule 23), or 409 when that session is somebody else's. Sent again with the same
 *   `Idempotency-Key`, it returns the first reply.
 * - 410 when the interview was abandoned.
 * - 400 when the survey has no such edition, the edition has no question, or an answer or a note
 *   does not belong to it.
 * - Without an `edition`: 409 when the survey is archived, and 400 when it is a draft or has no
 *   question that can be asked.
 */
export const sessionInputSchema = z.object({
  clientId: clientIdField
    .optional()
    .describe(
      'A name that the caller invents for the interview. Its response must have the same name. Sent again, the call returns 200 and the interview as it is.',
    ),
  hotelId: idField('Please select a hotel'),
  surveyId: idField('Please select a survey'),
  edition: idField('The survey has no such edition')
    .optional()
    .describe('The edition that the device asks. Left out, it is the current one.'),
  ...respondentFields,
  currentQuestionIndex: questionIndex.default(0),
  status: statusField.default('in_progress'),
  progress: progressField.default({}),
  answeredAt: answeredAtSchema.default({}),
  remarks: remarksSchema.default({}),
  remarkedAt: remarkedAtSchema.default({}),
  notes: notes.default(''),
  startedAt: anyMomentField.optional(),
});
export type SessionInput = z.input<typeof sessionInputSchema>;

/**
 * The body of PUT /api/interview-sessions/{id}.
 *
 * - `progress` is joined with the stored progress question by question; the later answer wins. An
 *   answer without a time in `answeredAt` counts as given now. `remarks` are joined in the same way
 *   by `remarkedAt`.
 * - `notes` replace the stored notes. With `notesBase` they are joined with them, so that neither
 *   device's words are lost. That needs no time.
 * - 400 when an answer or a note does not belong to the session's edition.
 * - 409 when the interview is completed, because it then stays as it is (rule 44). A PUT with
 *   `status` `completed` returns the stored session instead.
 */
export const sessionChangeSchema = changeSchema({
  currentQuestionIndex: questionIndex,
  status: statusField,
  progress: progressField,
  answeredAt: answeredAtSchema,
  remarks: remarksSchema,
  remarkedAt: remarkedAtSchema,
  notes,
  notesBase: notes.describe('The stored notes as they were when `notes` were written.'),
});
export type SessionChange = z.input<typeof sessionChangeSchema>;

/** The query of GET /api/interview-sessions/all. */
export const sessionsQuerySchema = z.object({
  status: z.enum(sessionStatuses).optional().describe('Only interviews with this status.'),
});

/** How far an interview is, counting only the questions that are asked after the answers so far. */
const askedNowSchema = z
  .object({
    index: z.int().describe('How many of these questions come before the current one.'),
    questionCount: z.int().describe('The number of questions that are asked now.'),
    percent: z.int().describe('How many of them are dealt with, in percent, rounded.'),
  })
  .describe(
    'Only in lists, for an interview in progress whose edition has conditions: how far it is among the questions that its answers leave to ask.',
  );

/**
 * A session in API replies: GET /api/interview-sessions/all and …/hotel/{hotelId} return many, POST
 * and PUT one.
 */
export const sessionSchema = z.object({
  id: z.int(),
  clientId: z.string(),
  hotelId: z.int().describe('The `id` of the hotel, which is not its own `hotelId`.'),
  surveyId: z.int(),
  surveyTitle: z.string(),
  edition: z.int(),
  questionCount: z
    .int()
    .describe('The number of questions in that edition, for the percentage that is complete.'),
  respondentName: z.string(),
  respondentJobTitle: z.string(),
  currentQuestionIndex: z.int().describe('0 for the first question.'),
  status: z.enum(sessionStatuses),
  askedNow: askedNowSchema.optional(),
  progress: progressSchema,
  answeredAt: answeredAtSchema,
  remarks: remarksSchema.optional(),
  remarkedAt: remarkedAtSchema.optional(),
  notes: z.string(),
  startedAt: z.iso.datetime(),
  lastUpdatedAt: z.iso.datetime(),
});
export type InterviewSession = z.infer<typeof sessionSchema>;

/**
 * The reply of DELETE /api/interview-sessions/{id}: the receipt, which repeats the client id. A 204
 * would be no proof to a device, because portals send it too.
 */
export const sessionDeletedSchema = z.object({
  clientId: z.string(),
  isDeleted: z.literal(true),
});
