import { z } from 'zod';

import { idSchema } from '#domain/identity.ts';
import { kpeCategories } from '#domain/surveys/question.ts';
import { stages } from '#domain/workflow/stages.ts';
import { resultsFilterSchema } from './results.ts';

/**
 * What the pictures of Results show, each computed by the database over the whole filtered range
 * (rule 22). Percents are to one decimal; null where nothing is scored. What the filter may
 * refuse, {@link resultsFilterSchema} tells.
 */

/** Bands of the distribution: 0 to under 10 percent, … 90 to 100. */
export const bandCount = 10;

/** GET /api/results/distribution. */
export const distributionSchema = z.object({
  bands: z
    .array(z.int())
    .length(bandCount)
    .describe(
      'Scored responses by band, the lowest first; a ratio is compared exactly, as a verdict is.',
    ),
  notScored: z.int().describe('Responses in no band, having nothing to score.'),
});
export type Distribution = z.infer<typeof distributionSchema>;

/** `sort` of GET /api/results/hotels. */
export const hotelSorts = ['percent', 'change', 'responses', 'hotelName'] as const;

/** Hotels that one answer may hold at most. */
const mostHotels = 200;

/** GET /api/results/hotels: hotels that have responses, a page at a time, the weakest first. */
export const hotelScoresQuerySchema = resultsFilterSchema.extend({
  search: z.string().trim().max(200).default('').describe("Words in the hotel's name."),
  offset: z.coerce
    .number<string | number>()
    .int()
    .min(0)
    .max(1_000_000)
    .default(0)
    .describe('So many hotels come before.'),
  limit: z.coerce
    .number<string | number>()
    .int()
    .min(1)
    .max(mostHotels)
    .default(10)
    .describe('Hotels of one answer.'),
  sort: z.enum(hotelSorts).default('percent').describe('What the hotels are in the order of.'),
  direction: z.enum(['asc', 'desc']).default('asc').describe('`asc` is the smallest first.'),
});
export type HotelScoresQuery = z.input<typeof hotelScoresQuerySchema>;

/**
 * An assessment is what a hotel's scored responses say that arrived while it was in one stage: on
 * site, say, or at the re-assessment. It counts whatever came up to the end of the range, since
 * the one before it is mostly older than the range.
 */
const assessmentSchema = z.object({ stage: z.enum(stages), percent: z.number() });

/** A line of GET /api/results/hotels. */
export const hotelScoreSchema = z.object({
  hotelId: z.int().describe('The `id` of the hotel, which is not its own `hotelId`.'),
  hotelName: z.string(),
  hotelBrand: z.string(),
  responses: z.int(),
  percent: z.number().nullable().describe('Mean over the responses in the range.'),
  categories: z
    .array(z.object({ category: z.enum(kpeCategories), percent: z.number().nullable() }))
    .describe('The three categories, weighted, always in their order.'),
  latest: assessmentSchema
    .nullable()
    .describe('The assessment that had the last response, and the one that had so before it.'),
  previous: assessmentSchema.nullable(),
  change: z
    .number()
    .nullable()
    .describe('Points from the previous percent to the latest one, as both are shown.'),
});
export type HotelScore = z.infer<typeof hotelScoreSchema>;

/** What GET /api/results/hotels answers. */
export const hotelScoresSchema = z.object({
  hotels: z.array(hotelScoreSchema),
  total: z
    .int()
    .describe(
      'Hotels with responses in the range, and these words in their names, of which `hotels` are a page.',
    ),
  improved: z
    .int()
    .describe('Of all of them: how many have a latest assessment above their previous one.'),
  declined: z.int(),
});
export type HotelScores = z.infer<typeof hotelScoresSchema>;

/** GET /api/results/hotel-choices: hotels within scope whose name holds `search`, by name. */
export const hotelChoicesQuerySchema = z.object({
  search: z.string().trim().max(200).default('').describe("Words in the hotel's name."),
  id: idSchema.optional().describe('This hotel alone: to name the one that is filtered by.'),
});
/** What GET /api/results/hotel-choices answers: the first twenty. */
export const hotelChoicesSchema = z.array(z.object({ id: z.int(), hotelName: z.string() }));

/** Questions that one answer may hold at most. */
const mostQuestions = 100;

/** GET /api/results/questions: those that lose the most points, the worst first. */
export const lostPointsQuerySchema = resultsFilterSchema.extend({
  limit: z.coerce
    .number<string | number>()
    .int()
    .min(1)
    .max(mostQuestions)
    .default(10)
    .describe('Questions of one answer.'),
});

/** What GET /api/results/questions answers, and part of a hotel's report. */
export const lostPointsSchema = z.object({
  questions: z.array(
    z.object({
      surveyId: z.int(),
      surveyTitle: z.string(),
      questionId: z.int(),
      text: z.string().describe('As it was last asked in the range.'),
      kpeCategory: z.enum(kpeCategories).nullable(),
      answered: z.int().describe('How often it was answered.'),
      score: z.int().describe('Points reached.'),
      maximum: z.int().describe('Points that could be reached.'),
      lost: z.int().describe('`maximum - score`: what the order is by.'),
    }),
  ),
  total: z.int().describe('Scored questions that were answered in the range.'),
  totalLost: z.int().describe('All points that they lost.'),
});
export type LostPoints = z.infer<typeof lostPointsSchema>;
