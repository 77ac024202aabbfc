import { sql, type RawBuilder, type SqlBool } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import type { ResultsFilter } from '#domain/responses/results.ts';
import { inScope } from '#server/db/scope.ts';

/** Calendar days in UTC, both included, over any column of moments. */
export function within(column: string, { from, to }: ResultsFilter): RawBuilder<SqlBool> {
  const begin =
    from === undefined ? sql`true` : sql`${sql.ref(column)} >= ${from}::date at time zone 'UTC'`;
  const end =
    to === undefined ? sql`true` : sql`${sql.ref(column)} < (${to}::date + 1) at time zone 'UTC'`;
  return sql<SqlBool>`(${begin} and ${end})`;
}

export function ofConsultant(
  column: string,
  consultantId: number | undefined,
): RawBuilder<SqlBool> {
  if (consultantId === undefined) return sql<SqlBool>`true`;
  return inScope({ kind: 'assigned', userId: consultantId }, column);
}

/** The filtered responses within scope: what every figure of Results is over. */
export function chosen(scope: Scope, filter: ResultsFilter): RawBuilder<SqlBool> {
  const { surveyId, hotelId, brand, consultantId, review } = filter;
  const conditions = [
    within('response.completed_at', filter),
    inScope(scope, 'response.hotel_id'),
    ofConsultant('response.hotel_id', consultantId),
    surveyId === undefined ? sql`true` : sql`response.survey_id = ${surveyId}`,
    hotelId === undefined ? sql`true` : sql`response.hotel_id = ${hotelId}`,
    brand === undefined ? sql`true` : sql`response.hotel_brand = ${brand}`,
    // In the words of the index `responses_to_review`.
    review === undefined
      ? sql`true`
      : sql`response.review_reasons <> '{}' and response.reviewed_at is null`,
  ];
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/** Total of maximum, 0 to 1; null where nothing is scored. */
export const ratio = sql<
  number | null
>`response.total_score::float8 / nullif(response.max_score, 0)`;
