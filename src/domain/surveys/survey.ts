import { z } from 'zod';

import { changeSchema } from '#domain/change-schema.ts';
import { emptyableText, shortText } from '#domain/text.ts';
import { questionSchema } from './question.ts';
import { ownRules, surveyRulesSchema } from './survey-rules.ts';

/** The categories of surveys (specification, section 3). */
export const surveyCategories = [
  'hospitality',
  'retail',
  'healthcare',
  'education',
  'other',
] as const;
/** The statuses of a survey (specification, section 4). */
export const surveyStatuses = ['draft', 'active', 'archived'] as const;
export type SurveyStatus = (typeof surveyStatuses)[number];

/** The Archive's note, and what every refused change of an archived survey says. */
export const archivedNote =
  'Archived surveys cannot be edited or deleted. They are preserved for historical reference.';

/** The API's message when an interview needs a survey that has no question that can be asked. */
export const nothingToAsk =
  'This survey has no question to ask yet. Add one in the Survey Builder first.';

/**
 * The body of POST /api/surveys. A survey may be active at once; interviews can begin once it has a
 * question that can be asked.
 */
export const surveyInputSchema = z.object({
  title: shortText('Survey title'),
  description: emptyableText('Description').default(''),
  category: z.enum(surveyCategories, {
    error: ({ input }) =>
      input == null || input === ''
        ? 'Category is required'
        : `Category must be one of ${surveyCategories.join(', ')}`,
  }),
  status: z.enum(surveyStatuses, { error: 'Choose a status from the list' }).default('draft'),
});
export type SurveyInput = z.infer<typeof surveyInputSchema>;

/**
 * The body of PUT /api/surveys/{id}: the fields to change. A field that is left out stays as it is
 * stored. `rules` replaces all rules; a rule that it leaves out gets its default. Returns 409 when
 * the survey is archived (rule 16).
 */
export const surveyChangeSchema = changeSchema({
  ...surveyInputSchema.shape,
  rules: surveyRulesSchema
    .transform(ownRules)
    .describe('By which responses pass, from the next edition on.'),
});
export type SurveyChange = z.input<typeof surveyChangeSchema>;

/**
 * The body of POST /api/surveys/{id}/clone: the copy's title (rule 15). An archived survey can be
 * copied.
 */
export const surveyCloneSchema = z.object({ title: shortText('New survey name') });
export type SurveyClone = z.infer<typeof surveyCloneSchema>;

/**
 * A survey in API replies: GET /api/surveys returns many, POST, PUT and POST …/clone one. For a
 * person who may not read the archive, archived surveys do not exist.
 */
export const surveySchema = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  category: z.enum(surveyCategories),
  status: z.enum(surveyStatuses),
  edition: z
    .int()
    .nullable()
    .describe(
      'The number of the current edition. Interviews can begin when there is one. Null until the survey has been active with a question to ask, and while an active survey has no question.',
    ),
  editionCreatedAt: z.iso.datetime().nullable().describe('When the current edition was created.'),
  questionCount: z.int(),
  rules: surveyRulesSchema
    .optional()
    .describe('The rules that differ from their default; left out where none does.'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Survey = z.infer<typeof surveySchema>;

/** The reply of GET /api/surveys/{id}/with-questions, and of PUT …/questions/order. */
export const surveyWithQuestionsSchema = surveySchema.extend({
  questions: z.array(questionSchema),
});
export type SurveyWithQuestions = z.infer<typeof surveyWithQuestionsSchema>;

/** The most responses of a survey that are counted, so that the reply does not wait for millions. */
export const mostCounted = 1_000;

/** One survey of GET /api/surveys/use: how much it is used. */
export const surveyUseSchema = z.object({
  surveyId: z.int(),
  responseCount: z
    .int()
    .describe(
      `Its responses that count (rule 43), of all editions. ${mostCounted} means that many or more.`,
    ),
  lastResponseAt: z.iso
    .datetime()
    .nullable()
    .describe('When its latest interview was completed. Null when there is none.'),
});
export type SurveyUse = z.infer<typeof surveyUseSchema>;

/**
 * The reply of GET /api/surveys/{id}/removal: what DELETE would do now. Returns 409 like DELETE.
 */
export const surveyForecastSchema = z.object({
  action: z.enum(['archived', 'deleted']),
  interviewsInProgress: z
    .int()
    .describe(
      'The number of interviews in progress on the server. They are deleted with the survey. When the survey is archived, they can still be completed.',
    ),
});
export type SurveyForecast = z.infer<typeof surveyForecastSchema>;

/**
 * The reply of DELETE /api/surveys/{id}. A survey that has responses is archived instead of deleted
 * (rule 16). Returns 409 when it is already archived.
 */
export const surveyRemovalSchema = z.object({
  action: z.enum(['archived', 'deleted']),
  message: z.string(),
  surveyId: z.int(),
});
export type SurveyRemoval = z.infer<typeof surveyRemovalSchema>;
