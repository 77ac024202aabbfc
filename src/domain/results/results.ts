import { z } from 'zod';

import { idSchema } from '#domain/identity.ts';
import { responseSchema, reviewedAtField } from '#domain/responses/response.ts';
import { verdicts } from '#domain/scoring/verdict.ts';
import { kpeCategories } from '#domain/surveys/question.ts';
import { timeZoneField } from '#domain/time-zone.ts';
import { stages } from '#domain/workflow/stages.ts';

/** Days up to today, and with it, that Results offers; 30 unless chosen (specification, section 9). */
export const dateRanges = [7, 30, 90, 365] as const;
export const defaultDateRange = 30;

/** `sort` of GET /api/results/responses. */
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
 * Which responses a result is over: the address of the Results screen, and the query of GET
 * /api/results/summary, …/distribution and …/export; those with pages extend it. 403 where one may
 * not filter by consultant or by review (specification, section 6).
 */
export const resultsFilterSchema = z.object({
  /** Calendar days, both included. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** Where these days and the months of a trend begin: the person's; the installation's if left out. */
  timeZone: timeZoneField.optional(),
  surveyId: idSchema.optional(),
  hotelId: idSchema.optional(),
  brand: z.string().max(200).optional(),
  /** Admins alone may filter by consultant. */
  consultantId: idSchema.optional(),
  /** Those alone that are flagged and that nobody has reviewed; for whoever may review. */
  review: z.literal('needed').optional(),
  /** Scored at least so, and below so, in percent; compared exactly, as a verdict is. */
  scoreFrom: percentField.optional(),
  scoreBelow: percentField.optional(),
  /** Those alone in which something of this category is scored. */
  category: z.enum(kpeCategories).optional(),
  /** Those alone that lost points at this question. */
  questionId: idSchema.optional(),
  /** Those alone that arrived while their hotel was in this stage: one assessment of it. */
  stage: z.enum(stages).optional(),
});
export type ResultsFilter = z.infer<typeof resultsFilterSchema>;

/** Whether the filter asks for what completed interviews alone have: a score, a flag, a stage. */
export function leavesCompletedAlone(filter: ResultsFilter): boolean {
  const { review, scoreFrom, scoreBelow, category, questionId, stage } = filter;
  return [review, scoreFrom, scoreBelow, category, questionId, stage].some(
    (one) => one !== undefined,
  );
}

/** GET /api/results/responses: a page of the filtered responses (rule 36). */
export const resultsPageQuerySchema = resultsFilterSchema.extend({
  page: z.coerce.number<string | number>().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number<string | number>().int().min(1).max(200).default(25),
  sort: z.enum(resultSorts).default('completedAt'),
  direction: z.enum(['asc', 'desc']).default('desc'),
});
export type ResultsPageQuery = z.input<typeof resultsPageQuerySchema>;

/** One row of Recent Responses, in GET /api/results/responses; percents are to one decimal. */
export const resultRowSchema = responseSchema
  .omit({ responseAnswers: true, clientId: true })
  .extend({
    percent: z.number().nullable(),
    /** Of the category that is filtered by; null where none is. */
    categoryPercent: z.number().nullable().default(null),
    verdict: z.enum(verdicts),
    reviewedAt: reviewedAtField,
    consultantName: z.string().nullable(),
  });
export type ResultRow = z.infer<typeof resultRowSchema>;

/** What GET /api/results/responses answers. */
export const resultsPageSchema = z.object({
  rows: z.array(resultRowSchema),
  /** Responses in the whole filtered range, of which `rows` is one page. */
  total: z.int(),
});
export type ResultsPage = z.infer<typeof resultsPageSchema>;

/**
 * GET /api/results/summary: figures over the whole filtered range, computed by the database
 * (specification, section 9; rules 18 to 22).
 */
export const resultsSummarySchema = z.object({
  responses: z.int(),
  /** Of all responses; the three add up to `responses`. */
  passed: z.int(),
  needsReview: z.int(),
  notScored: z.int(),
  /** Mean of total / maximum times 5, to one decimal; null where nothing is scored. */
  averageScore: z.number().nullable(),
  /**
   * Completed of all interviews begun in the range, in percent to one decimal; null where the
   * filter leaves only completed ones, as by review or score.
   */
  completionRate: z.number().nullable(),
  /** Median seconds from start to completion. */
  medianDuration: z.number().nullable(),
  /** The three categories, always in their order; `percent` to one decimal. */
  categories: z.array(
    z.object({ category: z.enum(kpeCategories), percent: z.number().nullable() }),
  ),
  /** A point a month that has responses; `percent` is the mean, to one decimal. */
  trend: z.array(
    z.object({
      month: z.string(),
      /** False where the range has only a part of the month, or the month is not over yet. */
      isWhole: z.boolean().default(false),
      responses: z.int(),
      percent: z.number().nullable(),
    }),
  ),
});
export type ResultsSummary = z.infer<typeof resultsSummarySchema>;

/** GET /api/results/choices: what the filters offer, within scope. */
export const resultsChoicesSchema = z.object({
  surveys: z.array(z.object({ id: z.int(), title: z.string() })),
  brands: z.array(z.string()),
});
