import { z } from 'zod';

import { searchWords } from '#domain/text.ts';
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

/** Returns the band of a scored response, from 0. Whole numbers are compared, so 79.96% is below 80. */
export const bandOf = (totalScore: number, maxScore: number): number =>
  Math.min(bandCount - 1, Math.floor((bandCount * totalScore) / maxScore));

/** The reply of GET /api/results/distribution. */
export const distributionSchema = z.object({
  bands: z
    .array(z.int())
    .length(bandCount)
    .describe(
      'The number of scored responses in each band, the lowest band first. Scores are compared exactly, as for a verdict.',
    ),
  notScored: z.int().describe('Responses without a score, which are in no band.'),
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
  search: searchWords().describe("A part of the hotel's name, ID or city."),
  offset: z.coerce
    .number<string | number>()
    .int()
    .min(0)
    .max(1_000_000)
    .default(0)
    .describe('How many hotels to skip.'),
  limit: z.coerce
    .number<string | number>()
    .int()
    .min(1)
    .max(mostHotels)
    .default(10)
    .describe('The most hotels to return.'),
  sort: z.enum(hotelSorts).default('percent').describe('The field that the hotels are sorted by.'),
  direction: z.enum(['asc', 'desc']).default('asc').describe('With `asc`, the smallest is first.'),
});
export type HotelScoresQuery = z.input<typeof hotelScoresQuerySchema>;

export const isProvisionalField = z
  .boolean()
  .default(false)
  .describe('True when its round is not approved, in an installation where rounds are approved.');
export const cycleField = z
  .int()
  .nullable()
  .default(null)
  .describe('The number of the cycle, from 1; null where the hotel has one only.');

/**
 * An assessment: the mean of a hotel's scored responses of one round, for example on site or at the
 * re-assessment. It includes all responses up to the end of the range,
 * because the assessment before it is usually older than the range.
 */
const assessmentSchema = z.object({
  stage: z.enum(stages),
  percent: z.number(),
  roundId: z.int().nullable().default(null),
  cycle: cycleField,
  isProvisional: isProvisionalField,
});

/** One hotel in the reply of GET /api/results/hotels. */
export const hotelScoreSchema = z.object({
  hotelId: z.int().describe('The `id` of the hotel, which is not its own `hotelId`.'),
  hotelName: z.string(),
  hotelBrand: z.string(),
  responses: z.int(),
  percent: z.number().nullable().describe('The mean of the responses in the range.'),
  categories: z
    .array(z.object({ category: z.enum(kpeCategories), percent: z.number().nullable() }))
    .describe('The three categories with their weighted percentages, always in their order.'),
  latest: assessmentSchema
    .nullable()
    .describe('The assessment with the latest response. `previous` is the assessment before it.'),
  previous: assessmentSchema.nullable(),
  change: z
    .number()
    .nullable()
    .describe('The difference of the two percentages as they are shown, in points.'),
});
export type HotelScore = z.infer<typeof hotelScoreSchema>;

/** The reply of GET /api/results/hotels. */
export const hotelScoresSchema = z.object({
  hotels: z.array(hotelScoreSchema),
  total: z
    .int()
    .describe(
      'The number of hotels with responses in the range whose names match the search. `hotels` is one page of them.',
    ),
  improved: z
    .int()
    .describe(
      'How many of all these hotels scored higher in their latest assessment than in the previous one.',
    ),
  declined: z.int(),
});
export type HotelScores = z.infer<typeof hotelScoresSchema>;

/**
 * The query of GET /api/results/hotel-choices, which returns the hotels in scope whose name, ID or city
 * contains `search`, by name.
 */
export const hotelChoicesQuerySchema = z.object({
  search: searchWords().describe("Words in the hotel's name."),
  id: idSchema
    .optional()
    .describe('Only this hotel, to get the name of the one that is filtered by.'),
});

/** The most hotels that a filter lists. A person finds the others by typing. */
export const mostHotelChoices = 20;

/**
 * The reply of GET /api/results/hotel-choices: the first {@link mostHotelChoices}, and one more when there are
 * others. Devices may hold replies of an earlier release, which had no ID and no city.
 */
export const hotelChoicesSchema = z.array(
  z.object({
    id: z.int(),
    hotelName: z.string(),
    hotelId: z.string().default(''),
    hotelCity: z.string().default(''),
  }),
);

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
    .describe('The most questions to return.'),
});

/** The reply of GET /api/results/questions, and part of a hotel's report. */
export const lostPointsSchema = z.object({
  questions: z.array(
    z.object({
      surveyId: z.int(),
      surveyTitle: z.string(),
      questionId: z.int(),
      text: z.string().describe("The question's text as it was last asked in the range."),
      kpeCategory: z.enum(kpeCategories).nullable(),
      answered: z.int().describe('How often it was answered.'),
      score: z.int().describe('Points reached.'),
      maximum: z.int().describe('Points that could be reached.'),
      lost: z.int().describe('`maximum - score`. The questions are sorted by it.'),
    }),
  ),
  total: z.int().describe('The number of scored questions that were answered in the range.'),
  totalLost: z.int().describe('The points that all these questions lost.'),
});
export type LostPoints = z.infer<typeof lostPointsSchema>;
