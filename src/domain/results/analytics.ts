import { z } from 'zod';

import { idSchema } from '#domain/identity.ts';
import { kpeCategories } from '#domain/surveys/question.ts';
import { stages } from '#domain/workflow/stages.ts';
import { resultsFilterSchema } from './results.ts';

/**
 * The data of the charts in Results. The database computes each over the whole filtered range
 * (rule 22). Percents have one decimal; null when nothing is scored. {@link resultsFilterSchema}
 * says when a filter is refused.
 */

/** The number of bands in the distribution: from 0 to under 10 percent, up to 90 to 100. */
export const bandCount = 10;

/** The reply of GET /api/results/distribution. */
export const distributionSchema = z.object({
  bands: z
    .array(z.int())
    .length(bandCount)
    .describe(
      'Scored responses by band, the lowest first; a ratio is compared exactly, as a verdict is.',
    ),
  notScored: z.int().describe('Responses in no band, having nothing to score.'),
  passed: z
    .int()
    .optional()
    .describe("Responses that passed by their survey's rules, whatever band they are in."),
});
export type Distribution = z.infer<typeof distributionSchema>;

/** The values of `sort` in GET /api/results/hotels. */
export const hotelSorts = ['percent', 'change', 'responses', 'hotelName'] as const;

/** The most hotels in one reply. */
const mostHotels = 200;

/**
 * The query of GET /api/results/hotels, which returns hotels with responses, a page at a time, the
 * weakest first.
 */
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
 * An assessment: the mean of a hotel's scored responses that arrived while it was in one stage, for
 * example on site or at the re-assessment. It includes all responses up to the end of the range,
 * because the assessment before it is usually older than the range.
 */
const assessmentSchema = z.object({ stage: z.enum(stages), percent: z.number() });

/** One hotel in the reply of GET /api/results/hotels. */
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

/** The reply of GET /api/results/hotels. */
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

/**
 * The query of GET /api/results/hotel-choices, which returns the hotels in scope whose name
 * contains `search`, by name.
 */
export const hotelChoicesQuerySchema = z.object({
  search: z.string().trim().max(200).default('').describe("Words in the hotel's name."),
  id: idSchema.optional().describe('This hotel alone: to name the one that is filtered by.'),
});
/** The reply of GET /api/results/hotel-choices: the first twenty. */
export const hotelChoicesSchema = z.array(z.object({ id: z.int(), hotelName: z.string() }));

/** The most questions in one reply. */
const mostQuestions = 100;

/**
 * The query of GET /api/results/questions, which returns the questions that lose the most points,
 * the worst first.
 */
export const lostPointsQuerySchema = resultsFilterSchema.extend({
  limit: z.coerce
    .number<string | number>()
    .int()
    .min(1)
    .max(mostQuestions)
    .default(10)
    .describe('Questions of one answer.'),
});

/** The reply of GET /api/results/questions, and part of a hotel's report. */
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
