import { z } from 'zod';

import { searchWords, storable } from '#domain/text.ts';
import { longestCode } from '#domain/surveys/question.ts';
import { resultsFilterSchema } from './results.ts';

/** The values of `sort` in GET /api/results/standards. */
export const standardSorts = ['repeats', 'percent', 'findings', 'code'] as const;

/** The most standards, and the most hotels of one standard, in one reply. */
export const mostStandards = 200;

/**
 * The query of GET /api/results/standards, which returns how often each standard code was met, the
 * one with the most repeat findings first (rule 76).
 */
export const standardsQuerySchema = resultsFilterSchema.extend({
  search: searchWords().describe('Words in the code or the question.'),
  sort: z.enum(standardSorts).default('repeats').describe('What the standards are sorted by.'),
  direction: z.enum(['asc', 'desc']).default('desc').describe('With `asc`, the smallest is first.'),
});
export type StandardsQuery = z.input<typeof standardsQuerySchema>;

const count = z.object({
  answered: z.int().describe('How often it was answered.'),
  findings: z.int().describe('How many of these answers are findings.'),
  percent: z.number().describe('The share of answers that are no finding, to one decimal.'),
});

/** One standard in the reply of GET /api/results/standards. */
export const standardSchema = count.extend({
  code: z.string(),
  text: z.string().describe("The question's text as it was last asked."),
  critical: z.boolean().describe('Whether it was critical when it was last asked.'),
  surveys: z.int().describe('In how many surveys it was answered.'),
  hotels: z.int().describe('At how many hotels it was answered.'),
  hotelsFailed: z.int().describe('At how many of them it was a finding.'),
  repeats: z.int().describe('At how many of them it is a repeat finding.'),
  years: z
    .array(count.extend({ year: z.int() }))
    .describe(
      'Each calendar year, in UTC, up to the end of the range, including years before the range.',
    ),
});
export type Standard = z.infer<typeof standardSchema>;

/** The reply of GET /api/results/standards. */
export const standardsSchema = z.object({
  standards: z.array(standardSchema),
  total: z.int().describe(`How many match; at most ${mostStandards} are returned.`),
  repeated: z
    .int()
    .optional()
    .describe('How many of all that match are repeat findings. Left out where all are returned.'),
});
export type Standards = z.infer<typeof standardsSchema>;

/** The query of GET /api/results/standards/hotels: where a standard was a finding. */
export const standardHotelsQuerySchema = resultsFilterSchema.extend({
  code: storable(z.string().trim().min(1).max(longestCode)).describe('The code, in any case.'),
});

/** The reply of GET /api/results/standards/hotels: repeat findings first, then the most findings. */
export const standardHotelsSchema = z.object({
  hotels: z.array(
    count.extend({
      hotelId: z.int().describe('The `id` of the hotel, which is not its own `hotelId`.'),
      hotelName: z.string(),
      hotelBrand: z.string(),
      isRepeat: z.boolean(),
      responseId: z.int().describe('The latest response in the range with the finding.'),
      completedAt: z.iso.datetime(),
    }),
  ),
  total: z.int().describe(`How many hotels; at most ${mostStandards} are returned.`),
});
export type StandardHotels = z.infer<typeof standardHotelsSchema>;
