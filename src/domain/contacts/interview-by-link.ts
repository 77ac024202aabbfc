import { z } from 'zod';

import { idField } from '#domain/identity.ts';
import {
  answeredAtSchema,
  progressSchema,
  remarkedAtSchema,
  remarksSchema,
} from '#domain/interviews/progress.ts';
import { anyMomentField } from '#domain/moment.ts';
import type { RoundStatus } from '#domain/rounds/round.ts';
import { editionQuestionSchema } from '#domain/surveys/edition.ts';
import { clientIdField } from '#domain/sync/client-id.ts';
import { emptyableText } from '#domain/text.ts';

/**
 * How a hotel contact assesses their own hotel by the link to a round of the kind `self` (rules 166 to
 * 169, docs/decisions/0072). One contact answers one survey of a round once.
 */

/** The most surveys that the page of a link lists. */
export const mostSurveysByLink = 100;

/** Returns why a self-assessment with this status takes no answers; null while it takes them. */
export function whyNoAnswers(status: RoundStatus): string | null {
  switch (status) {
    case 'open':
    case 'submitted':
      return null;
    case 'planned':
      return 'This self-assessment is not open yet. Use the same link later.';
    case 'approved':
      return 'This self-assessment is approved, so it takes no more answers.';
    case 'closed':
    case 'cancelled':
      return 'This self-assessment is closed, so it takes no more answers.';
  }
}

const moment = z.iso.datetime();

/** `new`: nobody has begun. `begun`: it can be resumed. `completed`: it takes no more answers. */
const linkSurveyStates = ['new', 'begun', 'completed'] as const;

const linkSurveySchema = z.object({
  surveyId: z.int(),
  title: z.string(),
  questionCount: z.int(),
  clientId: z.string().nullable().describe('Of the interview that was begun.'),
  state: z.enum(linkSurveyStates),
  percent: z.int().describe('How much of what is asked is dealt with, in percent, rounded.'),
  completedAt: moment.nullable().describe('Null also where its response was deleted since.'),
});
export type LinkSurvey = z.infer<typeof linkSurveySchema>;

/** What a contact has begun by link and not completed, in the reply of GET /api/rounds/{id}. */
export const linkProgressSchema = z.object({
  name: z.string().describe('The contact who answers.'),
  surveyTitle: z.string(),
  answered: z.int().describe('How many of the questions are answered, or need no answer.'),
  questions: z.int().describe('How many are asked, by the answers so far.'),
  changedAt: moment.describe(
    'When an answer or note was changed last, or the questionnaire begun.',
  ),
});
export type LinkProgress = z.infer<typeof linkProgressSchema>;

/** The self-assessment in the reply of GET /api/link/round. */
export const selfAssessmentSchema = z.object({
  closed: z.string().nullable().describe('Why it takes no answers; null while it takes them.'),
  surveys: z.array(linkSurveySchema).describe('What the contact can answer or has answered.'),
});
export type SelfAssessment = z.infer<typeof selfAssessmentSchema>;

const { shape } = editionQuestionSchema;

/** A question as the hotel sees it: without the points of its options. */
const linkQuestionSchema = editionQuestionSchema
  .pick({
    ...{ id: true, text: true, type: true, required: true, code: true, section: true },
    ...{ guidance: true, critical: true, allowNa: true, showIf: true },
  })
  .extend({
    answers: z.array(shape.answers.element.pick({ id: true, text: true })),
    waived: z
      .object({ reason: z.string(), validTo: z.iso.date() })
      .optional()
      .describe('The waiver that takes the question out: it needs no answer.'),
  });
export type LinkQuestion = z.infer<typeof linkQuestionSchema>;

/** The answers, as the server has joined them. */
const given = {
  progress: progressSchema,
  answeredAt: answeredAtSchema,
  remarks: remarksSchema,
  remarkedAt: remarkedAtSchema,
  notes: z.string(),
};

/** The body of POST /api/link/interviews. */
export const linkInterviewInputSchema = z.object({
  clientId: clientIdField.describe(
    'Made by the caller. Where the contact has begun this survey before, on whatever device, that interview is returned.',
  ),
  surveyId: idField('Please choose a questionnaire'),
});

/** The reply of POST /api/link/interviews. */
export const linkInterviewSchema = z.object({
  clientId: z.string(),
  surveyId: z.int(),
  title: z.string(),
  startedAt: moment,
  takesNotes: z.boolean().describe('Whether answers can have notes.'),
  questions: z.array(linkQuestionSchema),
  ...given,
});
export type LinkInterview = z.infer<typeof linkInterviewSchema>;

export const linkInterviewParams = z.object({
  clientId: clientIdField.describe('The `clientId` of the interview.'),
});

const notes = emptyableText('Comment');
const arriving = {
  progress: progressSchema.describe('The new answers by question; empty when there are none.'),
  answeredAt: answeredAtSchema.default({}),
  remarks: remarksSchema.default({}),
  remarkedAt: remarkedAtSchema.default({}),
  notes: notes.optional(),
  notesBase: notes.optional().describe('The stored notes as they were when `notes` were written.'),
};

/**
 * The body of PUT /api/link/interviews/{clientId}: the new answers, which the server joins with the stored
 * ones, question by question.
 */
export const linkAnswersSchema = z.object(arriving);
export type LinkAnswers = z.output<typeof linkAnswersSchema>;

/** The reply of PUT /api/link/interviews/{clientId}. */
export const linkSavedSchema = z.object(given);
export type LinkSaved = z.infer<typeof linkSavedSchema>;

/**
 * The body of PUT /api/link/interviews/{clientId}/completion: the new answers, and when the interview was
 * completed.
 */
export const linkCompletionSchema = z.object({
  ...arriving,
  completedAt: anyMomentField
    .optional()
    .describe('By the clock of the server, as far as the device knows it.'),
});
export type LinkCompletion = z.output<typeof linkCompletionSchema>;

/** The reply of PUT /api/link/interviews/{clientId}/completion. */
export const linkCompletedSchema = z.object({ clientId: z.string(), completedAt: moment });
export type LinkCompleted = z.infer<typeof linkCompletedSchema>;
