import { sql, type RawBuilder } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import { bandCount, mostHotelChoices, type Distribution } from '#domain/results/analytics.ts';
import type { Stage } from '#domain/workflow/stages.ts';
import { isProvisional, shownCycle } from '#server/db/rounds/approved.ts';
import { byName } from '#server/db/statements/name-order.ts';
import { notScored } from '#server/db/results/roll-up-sums.ts';
import { inScope } from '#server/db/people/scope.ts';
import {
  categoryPercents,
  isPassed,
  meanPercent,
  scoreBand,
} from '#server/db/responses/score-columns.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { readFigure } from './choose-source.ts';
import { counted } from './chosen-responses.ts';
import { compareByRecords } from './compare-by-records.ts';
import { containsWords, type HotelRow, type HotelScoresQuery } from './hotel-row.ts';
import type { PreparedFilter } from './prepare-filter.ts';
import { fromMade, unsummedResponses, madeAndGaps, passedOf } from './rolled-sums.ts';
import { sumHotels } from './sum-hotels.ts';

/** Counts responses by band. */
export function countBands(db: Db, scope: Scope, filter: PreparedFilter): Promise<Distribution> {
  return readFigure('distribution', scope, filter, {
    sums: () => readBands(db, bandsOfSums(scope, filter)),
    records: async () => (await sumHotels(db, scope, filter, []))?.distribution,
    responses: () => readBands(db, bandsOfResponses(scope, filter)),
  });
}

/** Reads bands, of which there may be none. Responses that are not scored have the band null. */
async function readBands(db: Db, statement: RawBuilder<unknown>): Promise<Distribution> {
  type BandCount = { band: number | null; responses: number; passed: number };
  const { rows } = await sql<BandCount>`${statement}`.execute(db);
  const countOf = (band: number | null) => rows.find((one) => one.band === band)?.responses ?? 0;
  return {
    bands: Array.from({ length: bandCount }, (_, band) => countOf(band)),
    notScored: countOf(null),
    passed: rows.reduce((sum, one) => sum + one.passed, 0),
  };
}

const bandsOfResponses = (scope: Scope, filter: PreparedFilter) => sql`
  select ${scoreBand} as band, count(*) as responses,
    count(*) filter (where ${isPassed}) as passed
  from responses response where ${counted(scope, filter)} group by 1`;

const bandsOfSums = (scope: Scope, filter: PreparedFilter) => sql`
  with ${madeAndGaps(filter)}, parts as (
    ${bandsOfDays(filter)}
    union all
    select ${scoreBand}, 1, coalesce(${isPassed}, false)::int from ${unsummedResponses(scope, filter)}
  )
  select band, sum(responses) as responses, sum(passed) as passed
  from parts group by band`;

const bandsOfDays = (filter: PreparedFilter): RawBuilder<unknown> =>
  filter.questionId === undefined
    ? sql`select nullif(summed.band, ${notScored}) as band, summed.responses,
          ${passedOf(sql`summed.responses`)} as passed
        from ${fromMade('rolled_day_bands', filter)}`
    : sql`select nullif(summed.band, ${notScored}) as band, lost_at[at.place] as responses,
          ${passedOf(sql`lost_at[at.place]`)} as passed
        from ${fromMade('rolled_day_bands', filter)} and lost_at[at.place] > 0`;

/** Selects the hotels that have responses in the range, each with its figures. */
function figuresOfHotels(db: Db, scope: Scope, filter: PreparedFilter) {
  return db
    .selectFrom('responses as response')
    .select([
      'response.hotelId',
      sql<number>`count(*)`.as('responses'),
      meanPercent(filter.line).as('percent'),
      categoryPercents(filter.line).as('categoryPercents'),
    ])
    .where(counted(scope, filter))
    .where('response.hotelId', 'is not', null)
    .groupBy('response.hotelId');
}

/**
 * Selects the percentage of each hotel in each round, up to the end of the range. `age` 1 is the
 * latest. It also groups by stage, because responses of a deleted hotel may have no round.
 */
function assessments(db: Db, scope: Scope, filter: PreparedFilter) {
  return db
    .selectFrom('responses as response')
    .select([
      'response.hotelId',
      'response.roundId',
      sql<Stage>`hotel_stage`.as('stage'),
      sql<number>`${meanPercent(filter.line)}`.as('percent'),
      sql<number>`row_number() over (
        partition by response.hotel_id order by max(completed_at) desc, max(response.id) desc)`.as(
        'age',
      ),
    ])
    .where(counted(scope, { ...filter, from: undefined }))
    .where('response.hotelStage', 'is not', null)
    .where('response.maxScore', '>', 0)
    .groupBy(['response.hotelId', 'response.roundId', 'response.hotelStage']);
}

/**
 * Selects the hotels that have responses in the range, with their latest two assessments up to the end of the
 * range.
 */
function compareHotels(db: Db, scope: Scope, filter: PreparedFilter) {
  return db
    .with('figures', () => figuresOfHotels(db, scope, filter))
    .with('assessment', () => assessments(db, scope, filter))
    .selectFrom('figures')
    .leftJoin('assessment as latest', (join) =>
      join.onRef('latest.hotelId', '=', 'figures.hotelId').on('latest.age', '=', 1),
    )
    .leftJoin('assessment as previous', (join) =>
      join.onRef('previous.hotelId', '=', 'figures.hotelId').on('previous.age', '=', 2),
    )
    .select([
      sql<number>`figures.hotel_id`.as('hotelId'),
      'figures.responses',
      'figures.percent',
      'figures.categoryPercents',
      'latest.stage as latestStage',
      'latest.percent as latestPercent',
      'latest.roundId as latestRound',
      'previous.stage as previousStage',
      'previous.percent as previousPercent',
      'previous.roundId as previousRound',
    ]);
}

const change = sql<number | null>`compared.latest_percent - compared.previous_percent`;
const sortBy = {
  percent: sql`compared.percent`,
  change,
  responses: sql`compared.responses`,
  hotelName: sql`lower(hotel.hotel_name)`,
} satisfies Record<HotelScoresQuery['sort'], RawBuilder<unknown>>;

/** Returns a page of hotels in the requested order. Hotels without the figure come last in both directions. */
export function scoreHotels(db: Db, scope: Scope, query: HotelScoresQuery): Promise<HotelRow[]> {
  return readFigure('comparison', scope, query, {
    records: () => compareByRecords(db, scope, query),
    responses: () => compareByResponses(db, scope, query),
  });
}

function compareByResponses(db: Db, scope: Scope, query: HotelScoresQuery): Promise<HotelRow[]> {
  const direction = query.direction === 'asc' ? sql`asc` : sql`desc`;
  return db
    .with('compared', () => compareHotels(db, scope, query))
    .selectFrom('compared')
    .innerJoin('hotels as hotel', 'hotel.id', 'compared.hotelId')
    .select([
      'hotel.id as hotelId',
      'hotel.hotelName',
      'hotel.hotelBrand',
      'compared.responses',
      'compared.percent',
      'compared.categoryPercents',
      'compared.latestStage',
      'compared.latestPercent',
      'compared.latestRound',
      'compared.previousStage',
      'compared.previousPercent',
      'compared.previousRound',
      change.as('change'),
      sql<number>`count(*) over ()`.as('total'),
      sql<number>`count(*) filter (where ${change} > 0) over ()`.as('improved'),
      sql<number>`count(*) filter (where ${change} < 0) over ()`.as('declined'),
    ])
    .orderBy(sql`${sortBy[query.sort]} ${direction} nulls last`)
    .orderBy('hotel.id')
    .where(containsWords('hotel', query.search))
    .limit(query.limit)
    .offset(query.offset)
    .execute();
}

/** Returns the number of each round's cycle, and whether the round's score is provisional. */
export function describeRounds(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('rounds as round')
    .innerJoin('cycles as cycle', 'cycle.id', 'round.cycleId')
    .select(['round.id', shownCycle.as('cycle'), isProvisional.as('isProvisional')])
    .where('round.id', '=', sql<number>`any(${ids})`)
    .execute();
}

/**
 * Returns the first hotels within scope whose name, ID or city contains the words, and one more, so that the caller
 * knows whether there are others. With an id, returns only the hotel with it.
 */
export function findHotels(
  db: Db,
  scope: Scope,
  { search, id }: { search: string; id?: number | undefined },
) {
  return db
    .selectFrom('hotels')
    .select(['id', 'hotelName', 'hotelId', 'hotelCity'])
    .where(inScope(scope, 'hotels.id'))
    .where(containsWords('hotels', search))
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .orderBy(byName('hotel_name'))
    .orderBy('id')
    .limit(mostHotelChoices + 1)
    .execute();
}
