import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';

import type { Scope } from '#domain/people/person.ts';
import type { resultsPageQuerySchema } from '#domain/results/results.ts';
import { responseColumns } from '#server/db/responses/response-columns.ts';
import { inScope, inScopeOfMany } from '#server/db/people/scope.ts';
import { categoryColumns, ratio, type SumColumn } from '#server/db/responses/score-columns.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { chosen } from './chosen-responses.ts';
import type { PreparedFilter } from './prepare-filter.ts';

type PageQuery = z.output<typeof resultsPageQuerySchema> & PreparedFilter;

const sortBy = {
  completedAt: sql`response.completed_at`,
  percent: ratio,
  duration: sql`response.duration`,
  hotelName: sql`lower(response.hotel_name)`,
  respondentName: sql`lower(response.respondent_name)`,
  surveyTitle: sql`lower(survey.title)`,
} satisfies Record<PageQuery['sort'], unknown>;

function selectRows(db: Db, { category: chosenCategory }: PreparedFilter) {
  const category = chosenCategory && categoryColumns[chosenCategory];
  return db
    .selectFrom('responses as response')
    .innerJoin('surveys as survey', 'survey.id', 'response.surveyId')
    .leftJoin('hotels as hotel', 'hotel.id', 'response.hotelId')
    .leftJoin('systemUsers as consultant', 'consultant.id', 'hotel.serviceConsultantId')
    .select([
      ...responseColumns,
      'response.reviewedAt',
      'response.causes',
      'consultant.name as consultantName',
      pointsIn(category?.score).as('categoryScore'),
      pointsIn(category?.max).as('categoryMax'),
    ]);
}

const pointsIn = (column: SumColumn | undefined) =>
  sql<number>`${column === undefined ? sql.lit(0) : sql.ref(`response.${column}`)}`;

export type StoredRow = Awaited<ReturnType<typeof readPage>>[number];

const directions = { asc: sql`asc`, desc: sql`desc` };
const nullsOf = { asc: sql`nulls first`, desc: sql`nulls last` };
/** The sort columns that can be null: a response may have no score, or no start time. */
const mayBeNull: readonly PageQuery['sort'][] = ['percent', 'duration'];

/**
 * How a page is found: the rows among which to look, the score to sort by, and the function that limits the rows to
 * somebody's hotels.
 */
type Among = {
  table: RawBuilder<unknown>;
  score: RawBuilder<unknown>;
  limited: typeof inScopeOfMany;
};
const allResponses: Among = { table: sql`responses`, score: ratio, limited: inScopeOfMany };

/**
 * The number of responses, in the page's order, among which {@link pageOfResponses} looks first. This takes a few
 * milliseconds.
 */
const firstLook = 5_000;

/**
 * Returns a page of the filtered responses in the requested order.
 *
 * A page by score for people who see some hotels is found in one of two ways. The responses of their hotels may have
 * the first scores of all: then they are soon found in the index by score. Or they may have the last scores of all:
 * then passing over the scores of all other hotels would take longer than reading the scores of all of theirs in the
 * index by hotel. PostgreSQL does not know which, because it takes scores and hotels to be independent. So this looks
 * at the first scores of all, and if a whole page of theirs is not among these, at all of theirs.
 *
 * Neither look needs the hotels as an array (`inScopeOfMany`), because planning with it takes longer than reading
 * five thousand rows. The rows of the first look are few. In the second look, PostgreSQL goes from hotel to hotel;
 * with the array it would read the scores of all hotels with several processes. Only people who see most hotels need
 * an array, the one of the hotels that they do not see.
 */
export async function pageOfResponses(
  db: Db,
  scope: Scope,
  query: PageQuery,
  among = chosen,
): Promise<StoredRow[]> {
  const isOfSome = scope.kind === 'assigned' || query.consultantId !== undefined;
  if (query.sort !== 'percent' || !isOfSome)
    return readPage(db, { scope, query, among }, allResponses);
  const table = sql`(select * from responses response
    order by ${orderOf(query, ratio)} limit ${firstLook})`;
  const wanted = { scope, query, among };
  const found = await readPage(db, wanted, { table, score: ratio, limited: inScope });
  if (found.length === query.pageSize) return found;
  const limited = (await seesMost(db, scope, query)) ? inScopeOfMany : inScope;
  // Adding 0 does not change the score, but keeps PostgreSQL from using the index by score.
  return readPage(db, wanted, { table: sql`responses`, score: sql`${ratio} + 0`, limited });
}

/** Returns whether the person sees more than half of the hotels, and the filter's consultant too if there is one. */
async function seesMost(db: Db, scope: Scope, { consultantId }: PageQuery): Promise<boolean> {
  const people = [consultantId, scope.kind === 'all' ? undefined : scope.userId];
  const { rows } = await sql<{ most: boolean }>`
    select coalesce(bool_and(sees_most(id)), true) as most
    from unnest(${people.filter((id) => id !== undefined)}::int[]) id`.execute(db);
  return rows[0]?.most ?? true;
}

type Wanted = { scope: Scope; query: PageQuery; among: typeof chosen };

function readPage(db: Db, { scope, query, among }: Wanted, { table, score, limited }: Among) {
  // First select the page's ids, for which an index may be enough. Then read those few rows in
  // full.
  const page = db
    .selectFrom(sql<{ id: number; surveyId: number }>`${table}`.as('response'))
    .$if(query.sort === 'surveyTitle', (all) =>
      all.innerJoin('surveys as survey', 'survey.id', 'response.surveyId'),
    )
    .select('response.id')
    .where(among(scope, query, limited))
    .orderBy(orderOf(query, score))
    .limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize);
  return selectRows(db, query)
    .where('response.id', 'in', page)
    .orderBy(orderOf(query, ratio))
    .execute();
}

function orderOf({ sort, direction: way }: PageQuery, score: RawBuilder<unknown>) {
  const direction = directions[way];
  // Columns that are never null get no `nulls` clause, because then no index would match the order.
  const nulls = mayBeNull.includes(sort) ? nullsOf[way] : sql``;
  const by = sort === 'percent' ? score : sortBy[sort];
  return sql`${by} ${direction} ${nulls}, response.id ${direction}`;
}

/** The rows in a batch. Rows with answers take longer to present, and other requests wait meanwhile. */
const batchSizes = { plain: 2_000, withAnswers: 200 };

/**
 * Yields all filtered responses in batches, the latest first, with their answers if `withAnswers`. Each batch begins
 * after the last row of the one before.
 */
export async function* batchesOfResponses(
  db: Db,
  scope: Scope,
  filter: PreparedFilter,
  withAnswers: boolean,
) {
  const batchSize = withAnswers ? batchSizes.withAnswers : batchSizes.plain;
  let last: StoredRow | undefined;
  do {
    // When paging, leave out the upper bound: the last row already implies it, and repeating it
    // makes PostgreSQL restart the index scan.
    let query = selectRows(db, filter)
      .where(chosen(scope, last ? { ...filter, to: undefined } : filter))
      .orderBy('response.completedAt', 'desc')
      .orderBy('response.id', 'desc')
      .$if(withAnswers, (rows) => rows.select(['response.answers', 'response.asked']))
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

/**
 * Returns whether an appeal of one of the filtered responses was upheld. Reads no responses while there are no
 * appeals.
 */
export async function hasUpheld(db: Db, scope: Scope, filter: PreparedFilter): Promise<boolean> {
  const found = await db
    .selectFrom('appeals as appeal')
    .innerJoin('responses as response', 'response.id', 'appeal.responseId')
    .select('appeal.id')
    .where('appeal.status', '=', 'upheld')
    .where(chosen(scope, filter))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
