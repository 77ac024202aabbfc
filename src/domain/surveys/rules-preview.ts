import { z } from 'zod';

import { idField, readDigits } from '#domain/identity.ts';
import { bandCount } from '#domain/results/analytics.ts';
import {
  answerOptionInputSchema,
  kpeCategories,
  mostOptions,
  mostQuestions,
  questionChangeSchema,
} from './question.ts';
import { ownRules, surveyRulesSchema } from './survey-rules.ts';

/** The most responses that one preview scores again, the latest first. */
export const mostPreviewed = 100_000;
/** The most hotels that a preview names. All of them are counted. */
export const mostNamed = 200;
/** How far back a preview goes: ten years at most, one by default. */
const mostDays = 3_650;
const daysMessage = 'Give a whole number of days from 1 to 3,650';

const optionDraft = z.object({
  id: idField('This question has no such answer option'),
  score: answerOptionInputSchema.shape.score.unwrap().optional(),
  finding: answerOptionInputSchema.shape.finding,
});
const questionDraft = z.object({
  id: idField('This survey has no such question'),
  weight: questionChangeSchema.shape.weight,
  critical: questionChangeSchema.shape.critical,
  options: z
    .array(optionDraft)
    .max(mostOptions, `A question has at most ${mostOptions} answer options`)
    .optional(),
});

/**
 * The body of POST /api/surveys/{id}/rules-preview: the changes to try. A field that is left out,
 * or equals the survey, is no change. Returns 400 at a question or an option that the survey does
 * not have, or that is named twice.
 */
export const rulesDraftSchema = z.object({
  rules: surveyRulesSchema
    .transform(ownRules)
    .optional()
    .describe('All rules of the survey as they would be; one that is left out has its default.'),
  questions: z
    .array(questionDraft)
    .max(mostQuestions)
    .default([])
    .describe('The questions that would change, each with what would change of it.'),
  days: readDigits(z.int(daysMessage).min(1, daysMessage).max(mostDays, daysMessage))
    .default(365)
    .describe('How many days back responses are scored again.'),
});
export type RulesDraft = z.output<typeof rulesDraftSchema>;
export type RulesDraftInput = z.input<typeof rulesDraftSchema>;

const twice = <T extends z.ZodType>(one: T) =>
  z.object({ before: one.describe('As it is.'), after: one.describe('With the changes.') });
const toReview = z.int().describe('Those that pass and would need a review.');
const toPass = z.int().describe('Those that need a review and would pass.');
const bands = z.array(z.int()).length(bandCount);

/**
 * The reply of POST /api/surveys/{id}/rules-preview. Here a hotel passes when the mean of its
 * responses reaches the survey's pass line, each category reaches its threshold, and no critical
 * question fails any of its responses.
 */
export const rulesPreviewSchema = z.object({
  reached: z
    .int()
    .describe(
      `How many responses were scored again: the latest, at most ${mostPreviewed.toLocaleString('en')}, and as many as 10 seconds were enough for.`,
    ),
  total: z.int().describe('How many there are in these days. Only what counts is among them.'),
  responses: z.object({ passed: twice(z.int()), toReview, toPass }),
  hotels: z.object({
    passed: twice(z.int()),
    toReview,
    toPass,
    turned: z
      .array(z.object({ hotelId: z.int(), hotelName: z.string(), passes: z.boolean() }))
      .max(mostNamed)
      .describe(
        `The hotels whose verdict changes, at most ${mostNamed}: those that would need a review, then those that would pass, by name.`,
      ),
  }),
  categories: z
    .array(z.object({ category: z.enum(kpeCategories), ...twice(z.number().nullable()).shape }))
    .describe('The percent of each category over all of them; null when nothing is scored.'),
  bands: twice(bands).describe(
    'The number of scored responses in each band of ten percent, the lowest band first.',
  ),
});
export type RulesPreview = z.infer<typeof rulesPreviewSchema>;
