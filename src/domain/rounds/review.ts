import { z } from 'zod';

import { linkProgressSchema } from '#domain/contacts/interview-by-link.ts';
import { exitPlanSchema } from '#domain/actions/exit-plan.ts';
import { appealsSchema, percentBeforeAppealField } from '#domain/appeals/appeal.ts';
import { evidenceSchema } from '#domain/evidence/evidence.ts';
import { idField } from '#domain/identity.ts';
import { revisionSchema } from '#domain/responses/correction.ts';
import { reviewReasonField } from '#domain/responses/review-reasons.ts';
import { verdicts } from '#domain/scoring/verdict.ts';
import { clientIdField } from '#domain/sync/client-id.ts';
import { longText } from '#domain/text.ts';
import { longestReviewRemark, reviewRemarkSchema } from './returned.ts';
import { roundSchema, roundStatuses } from './round.ts';

/**
 * Review of a round (rules 103 to 105, docs/decisions/0054): remarks, returning a response to its
 * sender, approving, which locks the round, and reopening.
 */

/** The most remarks on one response. */
export const mostReviewRemarks = 200;
/** The most interviews of a round that GET /api/rounds/{id} returns. */
export const mostInterviewsShown = 100;

const moment = z.iso.datetime();

/** The reply of POST /api/rounds/{id}/submit, …/approve and …/reopen. */
export const roundStateSchema = z.object({
  id: z.int(),
  status: z.enum(roundStatuses),
  submittedAt: moment.nullable(),
  submittedBy: z.string().nullable(),
  approvedAt: moment.nullable(),
  approvedBy: z.string().nullable(),
  version: z.int(),
});
export type RoundState = z.infer<typeof roundStateSchema>;

/** The body of POST /api/rounds/{id}/approve. */
export const approvalInputSchema = z
  .object({
    seen: z
      .string()
      .max(64, 'This is not what GET /api/rounds/{id} returned')
      .optional()
      .describe(
        'The `seen` of GET /api/rounds/{id}. The server returns 409 when the responses have changed since. Left out, it does not compare.',
      ),
  })
  .optional();

/** The body of POST /api/rounds/{id}/reopen. */
export const reopeningInputSchema = z.object({ reason: longText('Reason', 500) });

/** The body of POST /api/responses/{id}/remarks. */
export const remarkInputSchema = z.object({
  clientId: clientIdField.describe('Made by the caller. Sent again, the remark is stored once.'),
  questionId: idField('This is not the number of a question')
    .nullable()
    .default(null)
    .describe('The question that it is about; null for the whole response.'),
  text: longText('Remark', longestReviewRemark),
});

/** The body of PUT /api/responses/{id}/remarks/{remarkId}. */
export const remarkChangeSchema = z.object({
  resolved: z.boolean('Resolved is true or false'),
});
export const remarkParams = z.object({
  id: idField('This is not the number of a record').describe('The `id` of the response.'),
  remarkId: idField('This is not the number of a remark'),
});

/** The review of one response: the reply of the calls that remark on it or return it. */
export const responseReviewSchema = z.object({
  responseId: z.int(),
  remarks: z.array(reviewRemarkSchema).describe('The earliest first.'),
  returnedAt: moment.nullable().describe('Set while its sender has it to correct.'),
  returnedBy: z.string().nullable(),
});
export type ResponseReview = z.infer<typeof responseReviewSchema>;

/** An answer that a reviewer looks at: a finding, or one with a note, a remark, an appeal or a file. */
export const reviewedAnswerSchema = z.object({
  questionId: z.int(),
  key: z.string().default('').describe('Its key: `code:FO-012`, or `id:417` without a code.'),
  number: z.int().describe("The question's place in the survey, from 1."),
  section: z.string(),
  text: z.string(),
  answer: z.string().nullable(),
  score: z.int().nullable().describe('Points; null where the question is not scored.'),
  maximum: z.int().nullable(),
  isFinding: z.boolean(),
  isCritical: z.boolean(),
  isRepeat: z.boolean().describe('Whether it was a finding in the last closed cycle too.'),
  note: z.string(),
  files: z.array(evidenceSchema),
  missingFiles: z.int().describe('Files that the response names and that have not arrived.'),
});
export type ReviewedAnswer = z.infer<typeof reviewedAnswerSchema>;

/** A response of the round. */
export const reviewedInterviewSchema = responseReviewSchema.extend({
  surveyId: z.int().optional().describe('Left out in readings of earlier releases.'),
  surveyTitle: z.string(),
  respondentName: z.string(),
  respondentJobTitle: z.string(),
  conductedBy: z.string().nullable().describe('Null where they have left.'),
  byLink: z
    .literal(true)
    .optional()
    .describe('The hotel sent it by link, so it cannot be returned.'),
  completedAt: moment,
  notes: z.string(),
  percent: z.number().nullable(),
  percentBeforeAppeal: percentBeforeAppealField,
  verdict: z.enum(verdicts),
  why: z
    .string()
    .optional()
    .describe(
      'Why it needs a review, where the percent alone does not say so. Left out otherwise.',
    ),
  counts: z.boolean(),
  reviewReasons: z.array(reviewReasonField),
  reviewedAt: moment.nullable(),
  answers: z.array(reviewedAnswerSchema).describe("In the survey's order."),
  revisions: z.array(revisionSchema).describe('What was changed in it, the latest first.'),
  unapplied: z
    .array(revisionSchema)
    .describe('What arrived for it after the approval, and what that would have changed.'),
});
export type ReviewedInterview = z.infer<typeof reviewedInterviewSchema>;

/** The reply of GET /api/rounds/{id}. */
export const roundReviewSchema = roundSchema
  .omit({ isPersons: true, asksAgain: true, surveyIds: true, people: true, blind: true })
  .omit({ plannedFrom: true, plannedTo: true })
  .extend({
    hotelId: z.int(),
    hotelName: z.string(),
    cycle: z.int().describe('The number of its cycle.'),
    cycleEndedAt: moment.nullable().default(null),
    submittedBy: z.string().nullable(),
    seen: z.string().describe('Identifies the responses as they are now, for …/approve.'),
    isOwn: z
      .boolean()
      .describe(
        'Whether the caller held all its interviews, so that somebody else must approve it.',
      ),
    reassessmentId: z
      .int()
      .nullable()
      .describe('The round that asks again what failed in this one.'),
    interviews: z
      .array(reviewedInterviewSchema)
      .describe(`In the order in which they were completed, at most ${mostInterviewsShown}.`),
    interviewCount: z.int().describe('All of them.'),
    exitPlans: z
      .array(exitPlanSchema)
      .optional()
      .describe('The plans of its exit meetings, the latest first. Left out where it has none.'),
    underWayByLink: z
      .array(linkProgressSchema)
      .optional()
      .describe(
        'How far contacts are who assess their hotel by link, until they complete. Left out where there is none.',
      ),
    appeals: appealsSchema,
  });
export type RoundReview = z.infer<typeof roundReviewSchema>;
