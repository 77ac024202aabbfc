import { sql } from 'kysely';
import type { z } from 'zod';

import type { Scope } from '#domain/people/person.ts';
import type { ResultsFilter, resultsPageQuerySchema } from '#domain/responses/results.ts';
import { inScope } from '#server/db/scope.ts';
import type { Db } from '#server/db/transaction.ts';
import { chosen, ofConsultant, ratio, within } from './chosen-responses.ts';

type PageQuery = z.output<typeof resultsPageQuerySchema>;

const sortBy = {
  completedAt: sql`response.completed_at`,
  percent: ratio,
  hotelName: sql`lower(response.hotel_name)`,
  respondentName: sql`lower(response.respondent_name)`,
  surveyTitle: sql`lower(survey.title)`,
} satisfies Record<PageQuery['sort'], unknown>;

function selectRows(db: Db, scope: Scope, filter: ResultsFilter) {
  return db
    .selectFrom('responses as response')
    .innerJoin('surveys as survey', 'survey.id', 'response.surveyId')
    .leftJoin('hotels as hotel', 'hotel.id', 'response.hotelId')
    .leftJoin('systemUsers as consultant', 'consultant.id', 'hotel.serviceConsultantId')
    .select([
      'response.id',
      'response.surveyId',
      'survey.title as surveyTitle',
      'response.edition',
      'response.hotelId',
      'response.hotelName',
      'response.hotelBrand',
      'response.hotelAddress',
      'response.respondentName',
      'response.respondentJobTitle',
      'response.totalScore',
      'response.maxScore',
      'response.notes',
      'response.startedAt',
      'response.completedAt',
      'response.syncStatus',
      'response.reviewReasons',
      'consultant.name as consultantName',
    ])
    .where(chosen(scope, filter));
}
export type ResultsRow = Awaited<ReturnType<typeof pageOfResponses>>[number];

export function pageOfResponses(db: Db, scope: Scope, query: PageQuery) {
  const direction = query.direction === 'asc' ? sql`asc nulls first` : sql`desc nulls last`;
  return selectRows(db, scope, query)
    .orderBy(sql`${sortBy[query.sort]} ${direction}`)
    .orderBy('response.id', 'desc')
    .limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize)
    .execute();
}

const batchSize = 2_000;

/** All filtered responses, the latest first, a batch at a time: each begins where one ended. */
export async function* batchesOfResponses(db: Db, scope: Scope, filter: ResultsFilter) {
  let last: ResultsRow | undefined;
  do {
    let query = selectRows(db, scope, filter)
      .orderBy('response.completedAt', 'desc')
      .orderBy('response.id', 'desc')
      .limit(batchSize);
    if (last)
      query = query.where(
        sql<boolean>`(response.completed_at, response.id) < (${last.completedAt}::timestamptz, ${last.id})`,
      );
    const batch = await query.execute();
    if (batch.length > 0) yield batch;
    last = batch.length === batchSize ? batch.at(-1) : undefined;
  } while (last);
}

export async function countResponses(db: Db, scope: Scope, filter: ResultsFilter): Promise<number> {
  const { count } = await db
    .selectFrom('responses as response')
    .select(sql<number>`count(*)`.as('count'))
    .where(chosen(scope, filter))
    .executeTakeFirstOrThrow();
  return count;
}

/** Sums and counts over the whole range, in one pass over columns: no answer is read. */
export function sumUp(db: Db, scope: Scope, filter: ResultsFilter) {
  return db
    .selectFrom('responses as response')
    .select([
      sql<number>`count(*)`.as('responses'),
      sql<number>`count(*) filter (where max_score > 0 and 5 * total_score >= 4 * max_score)`.as(
        'passed',
      ),
      sql<number>`count(*) filter (where max_score > 0 and 5 * total_score < 4 * max_score)`.as(
        'needsReview',
      ),
      sql<number>`count(*) filter (where max_score <= 0)`.as('notScored'),
      sql<number | null>`round((5 * avg(${ratio}))::numeric, 1)`.as('averageScore'),
      sql<number | null>`percentile_cont(0.5) within group (
        order by extract(epoch from completed_at - started_at)::float8)`.as('medianDuration'),
      sql<number | null>`round(100.0 * sum(fit_score) / nullif(sum(fit_max), 0), 1)`.as('fit'),
      sql<number | null>`round(100.0 * sum(action_score) / nullif(sum(action_max), 0), 1)`.as(
        'action',
      ),
      sql<
        number | null
      >`round(100.0 * sum(environment_score) / nullif(sum(environment_max), 0), 1)`.as(
        'environment',
      ),
    ])
    .where(chosen(scope, filter))
    .executeTakeFirstOrThrow();
}

/** Mean percent and number of responses of each month that has any, in time order. */
export function trendByMonth(db: Db, scope: Scope, filter: ResultsFilter) {
  return db
    .selectFrom('responses as response')
    .select([
      sql<string>`to_char(completed_at at time zone 'UTC', 'YYYY-MM')`.as('month'),
      sql<number>`count(*)`.as('responses'),
      sql<number | null>`round((100 * avg(${ratio}))::numeric, 1)`.as('percent'),
    ])
    .where(chosen(scope, filter))
    .groupBy(sql`1`)
    .orderBy(sql`1`)
    .execute();
}

/** Interviews begun in the range that came to no response: still under way, or abandoned. */
export async function countUnfinished(
  db: Db,
  scope: Scope,
  filter: ResultsFilter,
): Promise<number> {
  const { surveyId, hotelId, brand, consultantId } = filter;
  const { count } = await db
    .selectFrom(
      sql<{ hotelId: number; surveyId: number; beganAt: string }>`(
        select hotel_id, survey_id, started_at as began_at
          from interview_sessions where status = 'in_progress'
        union all
        select hotel_id, survey_id, began_at from tombstones gone
          where kind = 'session' and began_at is not null
            and not exists (select from responses where client_id = gone.client_id)
      )`.as('begun'),
    )
    .innerJoin('hotels as hotel', 'hotel.id', 'begun.hotelId')
    .select(sql<number>`count(*)`.as('count'))
    .where(within('begun.began_at', filter))
    .where(inScope(scope, 'begun.hotel_id'))
    .where(ofConsultant('begun.hotel_id', consultantId))
    .$if(surveyId !== undefined, (query) => query.where('begun.surveyId', '=', surveyId ?? 0))
    .$if(hotelId !== undefined, (query) => query.where('begun.hotelId', '=', hotelId ?? 0))
    .$if(brand !== undefined, (query) => query.where('hotel.hotelBrand', '=', brand ?? ''))
    .executeTakeFirstOrThrow();
  return count;
}

/** Surveys that have responses within scope. */
export function surveysWithResponses(db: Db, scope: Scope) {
  return db
    .selectFrom('surveys as survey')
    .select(['survey.id', 'survey.title'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('responses as response')
          .select(sql`1`.as('one'))
          .whereRef('response.surveyId', '=', 'survey.id')
          .where(inScope(scope, 'response.hotel_id')),
      ),
    )
    .orderBy('survey.title')
    .execute();
}

export async function brandsInScope(db: Db, scope: Scope): Promise<string[]> {
  const rows = await db
    .selectFrom('hotels')
    .select('hotelBrand')
    .distinct()
    .where(inScope(scope, 'hotels.id'))
    .orderBy('hotelBrand')
    .execute();
  return rows.map((row) => row.hotelBrand);
}
