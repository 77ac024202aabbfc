import { can } from '#domain/people/person.ts';
import {
  leavesCompletedAlone,
  resultsChoicesSchema,
  resultsFilterSchema,
  resultsPageQuerySchema,
  resultsPageSchema,
  resultsSummarySchema,
} from '#domain/results/results.ts';
import { tableFormSchema } from '#domain/table-file.ts';
import { defineRoute } from '#server/http/route.ts';
import { fileAnswer, sendFile } from '#server/http/send-file.ts';
import { analyticsRoutes } from './analytics-routes.ts';
import { exportResults } from './export-results.ts';
import * as queries from './queries.ts';
import { presentRow } from './present-row.ts';
import { presentSummary } from './present-summary.ts';
import { reportRoutes } from './report-routes.ts';
import { requireFilterAllowed } from './require-filter-allowed.ts';

const page = defineRoute({
  method: 'GET',
  path: '/api/results/responses',
  summary: 'A page of the filtered responses, with the number of them all',
  who: 'responses.read',
  query: resultsPageQuerySchema,
  answer: resultsPageSchema,
  run: async ({ deps: { reports }, person, scope, query }) => {
    requireFilterAllowed(person, query);
    const [rows, total] = await Promise.all([
      queries.pageOfResponses(reports, scope, query),
      queries.countResponses(reports, scope, query),
    ]);
    return { rows: rows.map(presentRow), total };
  },
});

const summary = defineRoute({
  method: 'GET',
  path: '/api/results/summary',
  summary: 'Figures over the whole filtered range',
  who: 'responses.read',
  query: resultsFilterSchema,
  answer: resultsSummarySchema,
  run: async ({ deps: { reports }, person, scope, query }) => {
    requireFilterAllowed(person, query);
    const [months, medianDuration, unfinished] = await Promise.all([
      queries.sumUp(reports, scope, query),
      queries.medianDuration(reports, scope, query),
      queries.countUnfinished(reports, scope, query),
    ]);
    // Interviews under way have no score and no flag: there is no rate of those.
    const hasRate = !leavesCompletedAlone(query);
    return presentSummary({ months, medianDuration, unfinished: hasRate ? unfinished : null });
  },
});

const choices = defineRoute({
  method: 'GET',
  path: '/api/results/choices',
  summary: 'What the filters of Results offer',
  who: 'responses.read',
  answer: resultsChoicesSchema,
  run: async ({ db, scope }) => ({
    surveys: await queries.surveysWithResponses(db, scope),
    brands: await queries.brandsInScope(db, scope),
  }),
});

const exportFile = defineRoute({
  method: 'GET',
  path: '/api/results/export',
  summary: 'All filtered responses as a CSV file or a workbook',
  who: 'responses.read',
  query: resultsFilterSchema.extend(tableFormSchema.shape),
  answer: fileAnswer,
  run: async ({ deps, person, scope, query: { as, ...filter }, reply }) => {
    requireFilterAllowed(person, filter);
    const byConsultant = can(person, 'results.byConsultant');
    return sendFile(reply, exportResults(deps.reports, scope, filter, byConsultant, as));
  },
});

export const resultsRoutes = [
  page,
  summary,
  choices,
  exportFile,
  ...analyticsRoutes,
  ...reportRoutes,
];
