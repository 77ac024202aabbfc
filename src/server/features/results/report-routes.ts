import { idParams } from '#domain/identity.ts';
import {
  hotelReportQuerySchema,
  hotelReportSchema,
  mostReported,
  mostSignatures,
} from '#domain/results/hotel-report.ts';
import { defineRoute } from '#server/http/route.ts';
import { notFound } from '#server/problems.ts';
import { counted } from './chosen-responses.ts';
import { presentRow } from './present-row.ts';
import { figuresByMonth } from './queries.ts';
import * as evidence from './report-evidence.ts';
import * as queries from './report-queries.ts';
import { prepareFilter } from './prepare-filter.ts';
import { pageOfResponses } from './row-queries.ts';
import { weakestQuestions } from './weakest-questions.ts';

/** The number of questions that a report shows with the points they lost. */
const mostQuestions = 12;

const report = defineRoute({
  method: 'GET',
  path: '/api/hotels/{id}/report',
  summary: "A hotel's assessment for print: facts, scores, trend, weak questions, interviews",
  who: 'responses.read',
  params: idParams,
  query: hotelReportQuerySchema,
  answer: hotelReportSchema,
  run: async ({ deps, person, scope, params, query }) => {
    const { config, reports, editions, now } = deps;
    const found = await queries.findReported(reports, scope, params.id);
    if (!found) throw notFound('The hotel');
    const { consultantName, ...hotel } = found;
    const days = prepareFilter(config, person, query);
    const filter = { ...days, hotelId: hotel.id };
    const latest = {
      page: 1,
      pageSize: mostReported,
      sort: 'completedAt',
      direction: 'desc',
    } as const;
    const [
      own,
      portfolio,
      assessments,
      trend,
      lostPoints,
      rows,
      critical,
      hasEvidence,
      hasContacts,
    ] = await Promise.all([
      queries.figuresOfResponses(reports, scope, filter),
      queries.figuresOfPortfolio(reports, scope, days),
      queries.assessmentsOf(deps, scope, filter),
      figuresByMonth(reports, scope, filter, now()),
      weakestQuestions(reports, editions, { scope, filter, limit: mostQuestions }),
      pageOfResponses(reports, scope, { ...filter, ...latest }, counted),
      queries.countCritical(reports, scope, filter),
      evidence.isThereAny(reports, hotel.id),
      queries.hasContacts(reports, hotel.id),
    ]);
    const [last, before] = assessments;
    const change = last && before ? Math.round(10 * (last.percent - before.percent)) / 10 : null;
    const interviews = rows.map((row) => presentRow(row, filter.line));
    const shown = hasEvidence ? await evidence.picturesOf(reports, rows) : evidence.noPictures;
    return {
      hotel,
      consultantName,
      own,
      portfolio,
      assessments,
      change,
      trend,
      lostPoints,
      interviews,
      critical,
      ...(await queries.remarksAt({ db: reports, editions }, rows, shown.photosOf)),
      signatures: shown.signatures.slice(0, mostSignatures),
      moreSignatures: shown.signatures.length > mostSignatures,
      hasEvidence,
      hasContacts,
    };
  },
});

export const reportRoutes = [report];
