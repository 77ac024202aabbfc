import { can } from '#domain/people/person.ts';
import {
  leavesCompletedAlone,
  resultsChoicesSchema,
  resultsExportQuerySchema,
  resultsFilterSchema,
  resultsPageQuerySchema,
  resultsPageSchema,
  resultsSummarySchema,
  trendQuerySchema,
  trendSchema,
  type ResultsSummary,
} from '#domain/results/results.ts';
import { percentOf } from '#domain/scoring/verdict.ts';
import { daysIn } from '#domain/time-zone.ts';
import { isAnyApproved } from '#server/db/rounds/approved.ts';
import { checkFits, tableMediaTypes } from '#server/files/table-file.ts';
import { defineRoute } from '#server/http/route.ts';
import { fileAnswer, sendFile } from '#server/http/send-file.ts';
import { defineSharedRead } from '#server/http/shared-read.ts';
import { analyticsRoutes } from './analytics-routes.ts';
import {
  brandsInScope,
  formerBrandsInScope,
  haveCodes,
  surveysWithResponses,
} from './choice-queries.ts';
import { exportResults } from './export-results.ts';
import * as queries from './queries.ts';
import { presentRow } from './present-row.ts';
import { presentCategories } from './present-categories.ts';
import { reportRoutes } from './report-routes.ts';
import { prepareFilter } from './prepare-filter.ts';
import { pageOfResponses } from './row-queries.ts';
import { standardRoutes } from './standard-routes.ts';
import { sumByStep } from './sum-by-step.ts';

const page = defineSharedRead({
  path: '/api/results/responses',
  summary: 'A page of the filtered responses, with the total number',
  who: 'responses.read',
  query: resultsPageQuerySchema,
  answer: resultsPageSchema,
  run: async ({ deps: { config, reports }, asker, scope, query }) => {
    const filter = prepareFilter(config, asker, query);
    const [rows, total, notCounted] = await Promise.all([
      pageOfResponses(reports, scope, filter),
      queries.countResponses(reports, scope, filter),
      queries.countUncounted(reports, scope, filter),
    ]);
    return {
      rows: rows.map((row) => presentRow(row, filter.line)),
      total,
      ...(notCounted > 0 && { notCounted }),
    };
  },
});

const summary = defineSharedRead({
  path: '/api/results/summary',
  summary: 'Figures over the whole filtered range',
  who: 'responses.read',
  query: resultsFilterSchema,
  answer: resultsSummarySchema,
  run: async ({ deps: { config, reports, now }, asker, scope, query }) => {
    const filter = prepareFilter(config, asker, query);
    const [figures, unfinished] = await Promise.all([
      queries.summarize(reports, scope, filter, now()),
      queries.countUnfinished(reports, scope, filter),
    ]);
    // Unfinished interviews have no score and no flag, so a filter by those has no completion rate.
    const hasRate = !leavesCompletedAlone(query);
    return presentSummary({ ...figures, unfinished: hasRate ? unfinished : null });
  },
});

type Figures = {
  sums: Awaited<ReturnType<typeof queries.summarize>>['sums'];
  /** The median duration in seconds. */
  medianDuration: number | null;
  /**
   * Interviews begun in the range that have no response. Null when the filter makes that
   * meaningless.
   */
  unfinished: number | null;
};

function presentSummary({ sums, medianDuration, unfinished }: Figures): ResultsSummary {
  const { whole, months } = sums;
  const { responses = 0, passed = 0, scored = 0 } = whole ?? {};
  return {
    responses,
    passed,
    needsReview: scored - passed,
    notScored: responses - scored,
    averageScore: whole?.averageScore ?? null,
    percent: whole?.percent ?? null,
    completionRate:
      unfinished === null
        ? null
        : percentOf({ totalScore: responses, maxScore: responses + unfinished }),
    medianDuration,
    categories: presentCategories(whole?.categoryPercents),
    trend: months,
  };
}

const trend = defineRoute({
  method: 'GET',
  path: '/api/results/trend',
  summary: 'Average scores by day or by week over the filtered range',
  who: 'responses.read',
  query: trendQuerySchema,
  answer: trendSchema,
  run: async ({ deps: { config, reports, now }, person, scope, query }) => {
    const filter = prepareFilter(config, person, query);
    return { points: await sumByStep(reports, scope, filter, now()) };
  },
});

const choices = defineRoute({
  method: 'GET',
  path: '/api/results/choices',
  summary: 'The choices that the filters of Results offer',
  who: 'responses.read',
  answer: resultsChoicesSchema,
  run: async ({ db, scope }) => {
    const surveys = await surveysWithResponses(db, scope);
    const brands = await brandsInScope(db, scope);
    const formerBrands = await formerBrandsInScope(db, scope);
    const hasStandards = await haveCodes(
      db,
      surveys.map(({ id }) => id),
    );
    const hasApproved = await isAnyApproved(db);
    return {
      surveys,
      brands,
      ...(formerBrands.length > 0 && { formerBrands }),
      ...(hasStandards && { hasStandards }),
      ...(hasApproved && { hasApproved }),
    };
  },
});

const exportFile = defineRoute({
  method: 'GET',
  path: '/api/results/export',
  summary: 'All filtered responses as a CSV file or a workbook',
  who: 'responses.read',
  query: resultsExportQuerySchema,
  answer: fileAnswer(...tableMediaTypes),
  run: async ({ deps: { config, reports, editions }, person, scope, query, reply }) => {
    const { as, ids, ...filter } = query;
    const form = {
      byConsultant: can(person, 'results.byConsultant'),
      dayOf: daysIn(config.timeZone).dayOf,
      form: as,
      ids: ids === '1',
    };
    const prepared = prepareFilter(config, person, filter);
    await checkFits(as, () => queries.countResponses(reports, scope, prepared));
    return sendFile(reply, await exportResults({ db: reports, editions }, scope, prepared, form));
  },
});

export const resultsRoutes = [
  page,
  summary,
  trend,
  choices,
  exportFile,
  ...analyticsRoutes,
  ...standardRoutes,
  ...reportRoutes,
];
