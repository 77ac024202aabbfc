import { z } from 'zod';

import { idSchema } from '#domain/identity.ts';
import { responseSchema, reviewedAtField } from '#domain/responses/response.ts';
import { causes } from '#domain/scoring/causes.ts';
import { verdicts } from '#domain/scoring/verdict.ts';
import { kpeCategories } from '#domain/surveys/question.ts';
import { tableFormSchema } from '#domain/table-file.ts';
import { storable } from '#domain/text.ts';
import { timeZoneField } from '#domain/time-zone.ts';
import { stages } from '#domain/workflow/stages.ts';
import { mostPoints } from './trend.ts';

/**
 * The date ranges that Results offers, in days up to and including today. The default is 30
 * (rule 55).
 */
export const dateRanges = [7, 30, 90, 365] as const;
export const defaultDateRange = 30;

/** The values of `sort` in GET /api/results/responses. */
export const resultSorts = [
  'completedAt',
  'percent',
  'duration',
  'hotelName',
  'respondentName',
  'surveyTitle',
] as const;

const percentField = z.coerce.number<string | number>().int().min(0).max(100);

/**
 * The filter of Results: the screen's URL, and the query of GET /api/results/summary,
 * …/distribution and …/export. Paged calls extend it. Returns 403 when the person may not filter by
 * consultant or by review (rule 55).
 */
export const resultsFilterSchema = z.object({
  from: z.iso.date().optional().describe('The first calendar day.'),
  to: z.iso.date().optional().describe('The last calendar day. A day before `from` is refused.'),
  timeZone: timeZoneField
    .optional()
    .describe(
      "The time zone in which these days and the months of a trend begin. Left out, it is the installation's time zone.",
    ),
  surveyId: idSchema.optional().describe('Only responses to this survey.'),
  hotelId: idSchema
    .optional()
    .describe('Only responses of this hotel. This is its `id`, not its `hotelId`.'),
  brand: storable(z.string().max(200))
    .optional()
    .describe(
      'Only responses whose hotel had this brand when they arrived. Interviews under way go by the brand that their hotel has now.',
    ),
  consultantId: idSchema.optional().describe('Only Admins may filter by consultant.'),
  review: z
    .literal('needed')
    .optional()
    .describe('Only flagged responses that nobody has reviewed. Only for people who may review.'),
  scoreFrom: percentField
    .optional()
    .describe(
      'Only responses that scored at least this percentage. Scores are compared exactly, as for a verdict.',
    ),
  scoreBelow: percentField.optional().describe('Only responses that scored below this percentage.'),
  verdict: z
    .enum(verdicts)
    .optional()
    .describe("Only responses with this verdict, by their survey's rules."),
  category: z
    .enum(kpeCategories)
    .optional()
    .describe('Only responses in which something of this category is scored.'),
  questionId: idSchema.optional().describe('Only responses that lost points at this question.'),
  stage: z
    .enum(stages)
    .optional()
    .describe(
      'Only responses that arrived while their hotel was in this stage, which form one assessment.',
    ),
  roundId: idSchema.optional().describe('Only responses of this round.'),
  approved: z
    .literal('1')
    .optional()
    .describe('Only responses of approved rounds. Without it, all responses count.'),
});
export type ResultsFilter = z.infer<typeof resultsFilterSchema>;

/**
 * The query of GET /api/results/export, which returns the filtered responses as a file (rule 54).
 */
export const resultsExportQuerySchema = resultsFilterSchema.extend({
  ...tableFormSchema.shape,
  ids: z
    .enum(['0', '1'])
    .default('0')
    .describe(
      'With 1, the columns Response ID, Survey ID and Hotel ID (the `id` of the hotel) are added at the end.',
    ),
});

/**
 * Returns whether the filter uses something that only completed interviews have: a score, a review
 * flag, a stage, a round.
 */
export function leavesCompletedAlone(filter: ResultsFilter): boolean {
  const { review, scoreFrom, scoreBelow, verdict, category, questionId, stage } = filter;
  const { roundId, approved } = filter;
  return [
    ...[review, scoreFrom, scoreBelow, verdict, category, questionId, stage, roundId, approved],
  ].some((one) => one !== undefined);
}

/**
 * The query of GET /api/results/responses, which returns a page of the filtered responses
 * (rule 36).
 */
export const resultsPageQuerySchema = resultsFilterSchema.extend({
  page: z.coerce
    .number<string | number>()
    .int()
    .min(1)
    .max(1_000_000)
    .default(1)
    .describe('From 1.'),
  pageSize: z.coerce
    .number<string | number>()
    .int()
    .min(1)
    .max(200)
    .default(25)
    .describe('The number of rows on a page.'),
  sort: z
    .enum(resultSorts)
    .default('completedAt')
    .describe('The field that the rows are sorted by.'),
  direction: z.enum(['asc', 'desc']).default('desc').describe('With `asc`, the smallest is first.'),
});
export type ResultsPageQuery = z.input<typeof resultsPageQuerySchema>;

/**
 * A row of Recent Responses, in the reply of GET /api/results/responses. Percents have one decimal.
 */
export const resultRowSchema = responseSchema
  .omit({ responseAnswers: true, clientId: true })
  .extend({
    percent: z.number().nullable().describe('To one decimal. Null when nothing is scored.'),
    categoryPercent: z
      .number()
      .nullable()
      .default(null)
      .describe('The percentage in the category that is filtered by. Null without such a filter.'),
    verdict: z.enum(verdicts),
    causes: z
      .array(z.enum(causes))
      .optional()
      .describe('Why it needs a review: every cause against it.'),
    reviewedAt: reviewedAtField,
    consultantName: z.string().nullable(),
  });
export type ResultRow = z.infer<typeof resultRowSchema>;

/** The reply of GET /api/results/responses. */
export const resultsPageSchema = z.object({
  rows: z.array(resultRowSchema),
  total: z
    .int()
    .describe('The number of responses in the whole filtered range. `rows` is one page of them.'),
  notCounted: z
    .int()
    .optional()
    .describe(
      'How many of `total` are in no figure, because nobody has accepted them yet. Left out where there are none.',
    ),
});
export type ResultsPage = z.infer<typeof resultsPageSchema>;

const isRunningField = z
  .boolean()
  .default(false)
  .describe('True when the period is not over yet and the range includes the present moment.');

/** The query of GET /api/results/trend, which returns the trend of the summary by day or week. */
export const trendQuerySchema = resultsFilterSchema.extend({
  step: z
    .enum(['day', 'week'])
    .default('day')
    .describe("The length of a point's period. Weeks begin on Monday."),
});
export type TrendQuery = z.infer<typeof trendQuerySchema>;

/** The reply of GET /api/results/trend. */
export const trendSchema = z.object({
  points: z
    .array(
      z.object({
        from: z.string().describe('The first day of the period, even when the range begins later.'),
        isWhole: z
          .boolean()
          .describe(
            'False when the range contains only a part of the period, or the period is not over yet.',
          ),
        isRunning: isRunningField,
        responses: z.int(),
        percent: z.number().nullable().describe('The mean percentage, to one decimal.'),
      }),
    )
    .describe(
      `Every period that has begun, even without responses. At most the latest ${mostPoints}.`,
    ),
});
export type Trend = z.infer<typeof trendSchema>;

/**
 * The reply of GET /api/results/summary: figures that the database computes over the whole filtered
 * range (rules 18 to 22).
 */
export const resultsSummarySchema = z.object({
  responses: z.int(),
  passed: z
    .int()
    .describe(
      'The number of responses that passed. `passed`, `needsReview` and `notScored` add up to `responses`.',
    ),
  needsReview: z.int(),
  notScored: z.int().describe('Responses in which nothing could be scored.'),
  averageScore: z
    .number()
    .nullable()
    .describe('The mean of total / maximum, times 5, to one decimal. Null when nothing is scored.'),
  percent: z
    .number()
    .nullable()
    .default(null)
    .describe('The same mean in percent, to one decimal. It decides the verdict.'),
  completionRate: z
    .number()
    .nullable()
    .describe(
      'The share of completed interviews among all in the range, in percent to one decimal. Null when the filter can only match completed ones, such as a filter by review or score.',
    ),
  medianDuration: z.number().nullable().describe('Median seconds from start to completion.'),
  categories: z
    .array(z.object({ category: z.enum(kpeCategories), percent: z.number().nullable() }))
    .describe('The three categories, always in their order. `percent` is to one decimal.'),
  trend: z
    .array(
      z.object({
        month: z.string(),
        isWhole: z
          .boolean()
          .default(false)
          .describe(
            'False when the range contains only a part of the month, or the month is not over yet.',
          ),
        isRunning: isRunningField,
        responses: z.int(),
        scored: z.int().default(0).describe('How many of `responses` had something to score.'),
        passed: z.int().default(0).describe('How many of `scored` passed.'),
        percent: z.number().nullable(),
      }),
    )
    .describe(
      'One point for each month that has responses. `percent` is the mean, to one decimal.',
    ),
});
export type ResultsSummary = z.infer<typeof resultsSummarySchema>;

/** The reply of GET /api/results/choices: the choices that the filters offer, within scope. */
export const resultsChoicesSchema = z.object({
  surveys: z.array(z.object({ id: z.int(), title: z.string() })),
  brands: z.array(z.string()).describe('The brands that hotels have now.'),
  formerBrands: z
    .array(z.string())
    .optional()
    .describe(
      'The brands that hotels had before and that responses have; left out when there are none.',
    ),
  hasStandards: z
    .literal(true)
    .optional()
    .describe('True when a question of these surveys has a standard code; else left out.'),
  hasApproved: z
    .literal(true)
    .optional()
    .describe('True when a round of any hotel is approved; else left out.'),
});
