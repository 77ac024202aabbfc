import { z } from 'zod';

import { changeSchema } from '#domain/change-schema.ts';
import { idField, readDigits } from '#domain/identity.ts';
import { momentField } from '#domain/moment.ts';
import { clientIdField } from '#domain/sync/client-id.ts';
import { emptyableText, shortText } from '#domain/text.ts';
import { answeredAtSchema, progressSchema } from './progress.ts';

/** Specification, section 4. */
export const sessionStatuses = ['in_progress', 'completed'] as const;

/** Whom the interview is held with: what every session and response names. */
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

/** Progress may come as an object or as its JSON text (rule 56). */
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
 * POST /api/interview-sessions. Sent twice with one `clientId`, the
 * first one's record answers, with 200 in place of 201 (rule 23); 409 where that is somebody else's.
 * Sent twice with one `Idempotency-Key`, the first one's answer is given again. 410 where the
 * interview was abandoned; 400 where the survey has no such edition, the edition has no question, or
 * an answer does not belong to it. Where no edition is named, 409 where the survey is archived and 400
 * where it is a draft or has no question to ask.
 */
export const sessionInputSchema = z.object({
  clientId: clientIdField
    .optional()
    .describe(
      'The interview’s own name, made by whoever begins it; its response brings the same. Sent again, 200 and the interview as it is.',
    ),
  hotelId: idField('Please select a hotel'),
  surveyId: idField('Please select a survey'),
  edition: idField('The survey has no such edition')
    .optional()
    .describe('The edition the device asks from; the current one where it is not named.'),
  ...respondentFields,
  currentQuestionIndex: questionIndex.default(0),
  status: statusField.default('in_progress'),
  progress: progressField.default({}),
  answeredAt: answeredAtSchema.default({}),
  notes: notes.default(''),
  startedAt: momentField.optional(),
});
export type SessionInput = z.input<typeof sessionInputSchema>;

/**
 * PUT /api/interview-sessions/{id}. `progress` is joined to what is there by question, the later
 * answer winning; an answer whose time is not told in `answeredAt` counts as given now. `notes`
 * replace those that are there; with `notesBase` they are joined to them, so that neither device's
 * words are lost. Notes need no time of their own for that, and answers' times say nothing of them.
 * 400 where an answer does not belong to the session's edition. What is completed stays as it is
 * (rule 44): 409, but for a PUT whose `status` is `completed`, which answers what is stored.
 */
export const sessionChangeSchema = changeSchema({
  currentQuestionIndex: questionIndex,
  status: statusField,
  progress: progressField,
  answeredAt: answeredAtSchema,
  notes,
  notesBase: notes.describe('The stored notes as they were when `notes` were written.'),
});
export type SessionChange = z.input<typeof sessionChangeSchema>;

/** GET /api/interview-sessions/all. */
export const sessionsQuerySchema = z.object({
  status: z.enum(sessionStatuses).optional().describe('Interviews with this status alone.'),
});

/**
 * A session as it travels: GET /api/interview-sessions/all and
 * …/hotel/{hotelId} answer many, POST and PUT one.
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
    .describe('Questions in that edition: what percent complete is reckoned on.'),
  respondentName: z.string(),
  respondentJobTitle: z.string(),
  currentQuestionIndex: z.int().describe('0 for the first question.'),
  status: z.enum(sessionStatuses),
  progress: progressSchema,
  answeredAt: answeredAtSchema,
  notes: z.string(),
  startedAt: z.iso.datetime(),
  lastUpdatedAt: z.iso.datetime(),
});
export type InterviewSession = z.infer<typeof sessionSchema>;
