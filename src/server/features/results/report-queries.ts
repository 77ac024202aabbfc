import { sql } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import type { Stage } from '#domain/workflow/stages.ts';
import { categoryPercents, verdictOfMean } from '#server/db/score-columns.ts';
import { inScope } from '#server/db/scope.ts';
import type { Db } from '#server/db/transaction.ts';
import { exactMean, meanPercent } from './analytics-queries.ts';
import { counted } from './chosen-responses.ts';
import { presentCategories } from './present-categories.ts';
import type { PreparedFilter } from './prepare-filter.ts';

const meanVerdict = verdictOfMean(exactMean);

export async function figuresOver(db: Db, scope: Scope, filter: PreparedFilter) {
  const { categoryPercents: percents, ...figures } = await db
    .selectFrom('responses as response')
    .select([
      sql<number>`count(*)`.as('responses'),
      meanPercent.as('percent'),
      meanVerdict.as('verdict'),
      categoryPercents.as('categoryPercents'),
    ])
    .where(counted(scope, filter))
    .executeTakeFirstOrThrow();
  return { ...figures, categories: presentCategories(percents) };
}

/**
 * Returns each stage in which the hotel had scored responses up to the end of the range, the latest
 * first.
 */
export function assessmentsOf(db: Db, scope: Scope, filter: PreparedFilter) {
  return db
    .selectFrom('responses as response')
    .select([
      sql<Stage>`hotel_stage`.as('stage'),
      sql<number>`count(*)`.as('responses'),
      sql<number>`${meanPercent}`.as('percent'),
      meanVerdict.as('verdict'),
      sql<string>`min(completed_at)`.as('firstAt'),
      sql<string>`max(completed_at)`.as('lastAt'),
    ])
    .where(counted(scope, { ...filter, from: undefined }))
    .where('response.hotelStage', 'is not', null)
    .where('response.maxScore', '>', 0)
    .groupBy('response.hotelStage')
    .orderBy(sql`max(completed_at)`, 'desc')
    .orderBy(sql`max(response.id)`, 'desc')
    .execute();
}

/** Finds a hotel within scope, with its consultant's name. */
export function findReported(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('hotels as hotel')
    .leftJoin('systemUsers as consultant', 'consultant.id', 'hotel.serviceConsultantId')
    .selectAll('hotel')
    .select('consultant.name as consultantName')
    .where('hotel.id', '=', id)
    .where(inScope(scope, 'hotel.id'))
    .executeTakeFirst();
}
