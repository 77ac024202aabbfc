import { sql, type RawBuilder, type SqlBool } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import type { Verdict } from '#domain/scoring/verdict.ts';
import { daysIn } from '#domain/time-zone.ts';
import { inScopeOfMany } from '#server/db/people/scope.ts';
import { categoryColumns, isScored, reaches } from '#server/db/responses/score-columns.ts';
import type { PreparedFilter } from './prepare-filter.ts';

/**
 * Returns the moments at which the filter's first day begins and its last day ends, in milliseconds
 * since 1970.
 */
export function endsOf({ from, to, timeZone }: PreparedFilter): { begin: number; end: number } {
  const { beginOf } = daysIn(timeZone);
  return {
    begin: from === undefined ? -Infinity : beginOf(from),
    end: to === undefined ? Infinity : beginOf(to, 1),
  };
}

/** Returns the condition that a column of moments lies within the filter's days. */
export function within(column: string, filter: PreparedFilter): RawBuilder<SqlBool> {
  const { begin, end } = endsOf(filter);
  const at = (moment: number) => sql`to_timestamp(${moment / 1_000}::float8)`;
  const after = begin === -Infinity ? sql`true` : sql`${sql.ref(column)} >= ${at(begin)}`;
  const before = end === Infinity ? sql`true` : sql`${sql.ref(column)} < ${at(end)}`;
  return sql<SqlBool>`(${after} and ${before})`;
}

/** Returns the scope of this consultant: the hotels assigned to them. Without a consultant, it is all hotels. */
export const scopeOfConsultant = (consultantId: number | undefined): Scope =>
  consultantId === undefined ? { kind: 'all' } : { kind: 'assigned', userId: consultantId };

/** Returns the condition that a column of hotels' ids is within the consultant's scope. */
function ofConsultant(
  column: string,
  consultantId: number | undefined,
  limited = inScopeOfMany,
): RawBuilder<SqlBool> {
  return limited(scopeOfConsultant(consultantId), column);
}

/**
 * Returns the condition for the filtered responses within scope. Lists use it, which also show the responses that do
 * not count. Figures use {@link counted}. `limited` is the function that limits the query to somebody's hotels.
 */
export function chosen(
  scope: Scope,
  filter: PreparedFilter,
  limited = inScopeOfMany,
): RawBuilder<SqlBool> {
  const { surveyId, hotelId, brand, consultantId, review, verdict, category } = filter;
  const { questionId, stage, roundId, approved } = filter;
  const conditions = [
    within('response.completed_at', filter),
    limited(scope, 'response.hotel_id'),
    ofConsultant('response.hotel_id', consultantId, limited),
    surveyId === undefined ? sql`true` : sql`response.survey_id = ${surveyId}`,
    hotelId === undefined ? sql`true` : sql`response.hotel_id = ${hotelId}`,
    brand === undefined ? sql`true` : sql`response.hotel_brand = ${brand}`,
    // Written like the condition of the partial index `responses_to_review`, so that PostgreSQL can
    // use it.
    review === undefined
      ? sql`true`
      : sql`response.review_reasons <> '{}' and response.reviewed_at is null`,
    scoredWithin(filter),
    verdict === undefined ? sql`true` : withVerdict[verdict],
    category === undefined
      ? sql`true`
      : sql`${sql.ref(`response.${categoryColumns[category].max}`)} > 0`,
    questionId === undefined ? sql`true` : lostAt(questionId),
    stage === undefined ? sql`true` : sql`response.hotel_stage = ${stage}`,
    roundId === undefined ? sql`true` : sql`response.round_id = ${roundId}`,
    approved === undefined
      ? sql`true`
      : sql`response.round_id in (select id from rounds where approved_at is not null)`,
  ];
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/** Returns the condition for the filtered responses that count (rule 43). Every figure of Results uses it. */
export function counted(
  scope: Scope,
  filter: PreparedFilter,
  limited = inScopeOfMany,
): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${chosen(scope, filter, limited)} and response.counts)`;
}

/**
 * The condition for each verdict. `passed` is in the index by time, so figures still need no more than that index.
 */
const withVerdict: Readonly<Record<Verdict, RawBuilder<unknown>>> = {
  Pass: sql`response.passed`,
  'Needs Review': sql`not response.passed`,
  'Not scored': sql`response.passed is null`,
};

function scoredWithin({ scoreFrom, scoreBelow }: PreparedFilter): RawBuilder<unknown> {
  const conditions = [
    ...(scoreFrom === undefined ? [] : [reaches(sql`${scoreFrom}`)]),
    ...(scoreBelow === undefined ? [] : [sql`not ${reaches(sql`${scoreBelow}`)}`]),
  ];
  if (conditions.length === 0) return sql`true`;
  return sql.join([isScored, ...conditions], sql` and `);
}

/** Selects each edition that asks the question, with the question's place in it, from 1. */
export const placesOf = (questionId: number) => sql`(
  select survey_id, number as edition, place::int
  from survey_editions cross join lateral jsonb_array_elements(questions)
    with ordinality as asked (question, place)
  where question -> 'id' = to_jsonb(${questionId}::int))`;

/**
 * The condition that a response lost points at the question, wherever its edition placed the
 * question.
 */
function lostAt(questionId: number): RawBuilder<unknown> {
  return sql`exists (
    select from ${placesOf(questionId)} at
    where at.survey_id = response.survey_id and at.edition = response.edition
      and response.lost[at.place] > 0)`;
}
