import {
  distributionSchema,
  hotelChoicesQuerySchema,
  hotelChoicesSchema,
  hotelScoresQuerySchema,
  hotelScoresSchema,
  lostPointsQuerySchema,
  lostPointsSchema,
} from '#domain/results/analytics.ts';
import { resultsFilterSchema } from '#domain/results/results.ts';
import type { Stage } from '#domain/workflow/stages.ts';
import { defineRoute } from '#server/http/route.ts';
import * as queries from './analytics-queries.ts';
import type { HotelRow } from './hotel-row.ts';
import { presentCategories } from './present-categories.ts';
import { prepareFilter } from './prepare-filter.ts';
import { weakestQuestions } from './weakest-questions.ts';

const distribution = defineRoute({
  method: 'GET',
  path: '/api/results/distribution',
  summary: 'How many filtered responses there are in each band of ten percent',
  who: 'responses.read',
  query: resultsFilterSchema,
  answer: distributionSchema,
  run: ({ deps: { config, reports }, person, scope, query }) =>
    queries.countBands(reports, scope, prepareFilter(config, person, query)),
});

const hotels = defineRoute({
  method: 'GET',
  path: '/api/results/hotels',
  summary: 'Hotels with their scores in the range, and the change between their assessments',
  who: 'responses.read',
  query: hotelScoresQuerySchema,
  answer: hotelScoresSchema,
  run: async ({ deps: { config, reports }, person, scope, query }) => {
    const filter = prepareFilter(config, person, query);
    const rows = await queries.scoreHotels(reports, scope, filter);
    // Each row carries the sums over all pages. A page beyond the last has no rows, so read the
    // first one.
    const [counted = none] =
      rows.length > 0 || query.offset === 0
        ? rows
        : await queries.scoreHotels(reports, scope, { ...filter, offset: 0, limit: 1 });
    const { total, improved, declined } = counted;
    // The rounds are read for this page of hotels only, so that the comparison of all hotels need not join them.
    const shown = rows.flatMap(({ latestRound, previousRound }) => [latestRound, previousRound]);
    const rounds = await queries.describeRounds(
      reports,
      shown.filter((id) => id !== null),
    );
    const byId = new Map(rounds.map((round) => [round.id, round]));
    return { hotels: rows.map((row) => presentHotel(row, byId)), total, improved, declined };
  },
});

const none = { total: 0, improved: 0, declined: 0 };

/** The rounds of a page of hotels, by id. */
type RoundsById = ReadonlyMap<number, Awaited<ReturnType<typeof queries.describeRounds>>[number]>;

function presentHotel(row: HotelRow, rounds: RoundsById) {
  return {
    ...row,
    categories: presentCategories(row.categoryPercents),
    latest: assessment(row.latestStage, row.latestPercent, row.latestRound, rounds),
    previous: assessment(row.previousStage, row.previousPercent, row.previousRound, rounds),
  };
}

function assessment(
  stage: Stage | null,
  percent: number | null,
  roundId: number | null,
  rounds: RoundsById,
) {
  if (stage === null || percent === null) return null;
  const { cycle = null, isProvisional = false } = rounds.get(roundId ?? 0) ?? {};
  return { stage, percent, roundId, cycle, isProvisional };
}

const questions = defineRoute({
  method: 'GET',
  path: '/api/results/questions',
  summary: 'The questions that lose the most points in the range',
  who: 'responses.read',
  query: lostPointsQuerySchema,
  answer: lostPointsSchema,
  run: async ({ deps: { config, reports, editions }, person, scope, query }) => {
    const filter = prepareFilter(config, person, query);
    return weakestQuestions(reports, editions, { scope, filter, limit: query.limit });
  },
});

const hotelChoices = defineRoute({
  method: 'GET',
  path: '/api/results/hotel-choices',
  summary: 'Hotels to filter results by',
  who: 'responses.read',
  query: hotelChoicesQuerySchema,
  answer: hotelChoicesSchema,
  run: ({ db, scope, query }) => queries.findHotels(db, scope, query),
});

export const analyticsRoutes = [distribution, hotels, questions, hotelChoices];
