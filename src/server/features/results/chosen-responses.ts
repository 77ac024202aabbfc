import { sql, type RawBuilder, type SqlBool } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import type { KpeCategory } from '#domain/surveys/question.ts';
import { daysIn } from '#domain/time-zone.ts';
import { inScopeOfMany } from '#server/db/scope.ts';
import { shownPercent } from '#server/db/shown-percent.ts';
import type { SettledFilter } from './settle-filter.ts';

/** The moments at which the filter's days begin and, both included, end; milliseconds since 1970. */
export function endsOf({ from, to, timeZone }: SettledFilter): { begin: number; end: number } {
  const { beginOf } = daysIn(timeZone);
  return {
    begin: from === undefined ? -Infinity : beginOf(from),
    end: to === undefined ? Infinity : beginOf(to, 1),
  };
}

/** The filter's days, over any column of moments. */
export function within(column: string, filter: SettledFilter): RawBuilder<SqlBool> {
  const { begin, end } = endsOf(filter);
  const at = (moment: number) => sql`to_timestamp(${moment / 1_000}::float8)`;
  const after = begin === -Infinity ? sql`true` : sql`${sql.ref(column)} >= ${at(begin)}`;
  const before = end === Infinity ? sql`true` : sql`${sql.ref(column)} < ${at(end)}`;
  return sql<SqlBool>`(${after} and ${before})`;
}

export function ofConsultant(
  column: string,
  consultantId: number | undefined,
): RawBuilder<SqlBool> {
  if (consultantId === undefined) return sql<SqlBool>`true`;
  return inScopeOfMany({ kind: 'assigned', userId: consultantId }, column);
}

/** The filtered responses within scope: what lists show. Figures are over what is {@link counted}. */
export function chosen(scope: Scope, filter: SettledFilter): RawBuilder<SqlBool> {
  const { surveyId, hotelId, brand, consultantId, review, category, questionId, stage } = filter;
  const conditions = [
    within('response.completed_at', filter),
    inScopeOfMany(scope, 'response.hotel_id'),
    ofConsultant('response.hotel_id', consultantId),
    surveyId === undefined ? sql`true` : sql`response.survey_id = ${surveyId}`,
    hotelId === undefined ? sql`true` : sql`response.hotel_id = ${hotelId}`,
    brand === undefined ? sql`true` : sql`response.hotel_brand = ${brand}`,
    // In the words of the index `responses_to_review`.
    review === undefined
      ? sql`true`
      : sql`response.review_reasons <> '{}' and response.reviewed_at is null`,
    scoredWithin(filter),
    category === undefined ? sql`true` : sql`${categoryColumns[category].max} > 0`,
    questionId === undefined ? sql`true` : lostAt(questionId),
    stage === undefined ? sql`true` : sql`response.hotel_stage = ${stage}`,
  ];
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/** Those of the chosen that count (rule 43): what every figure of Results is over. */
export function counted(scope: Scope, filter: SettledFilter): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${chosen(scope, filter)} and response.counts)`;
}

/** Whole numbers on both sides, so that 79.96 % is below 80. */
function scoredWithin({ scoreFrom, scoreBelow }: SettledFilter): RawBuilder<unknown> {
  const hundredfold = sql`100::bigint * response.total_score`;
  const conditions = [
    ...(scoreFrom === undefined
      ? []
      : [sql`${hundredfold} >= ${scoreFrom}::bigint * response.max_score`]),
    ...(scoreBelow === undefined
      ? []
      : [sql`${hundredfold} < ${scoreBelow}::bigint * response.max_score`]),
  ];
  if (conditions.length === 0) return sql`true`;
  return sql.join([sql`response.max_score > 0`, ...conditions], sql` and `);
}

/** Where the question stands in each edition that asked it, and where points were lost there. */
function lostAt(questionId: number): RawBuilder<unknown> {
  return sql`exists (
    select from (
      select survey_id, number, place::int
      from survey_editions cross join lateral jsonb_array_elements(questions)
        with ordinality as asked (question, place)
      where question -> 'id' = to_jsonb(${questionId}::int)
    ) at
    where at.survey_id = response.survey_id and at.number = response.edition
      and response.lost[at.place] > 0)`;
}

/** Where the sums of each category stand. */
export const categoryColumns = {
  'The Right Fit': { score: sql`response.fit_score`, max: sql`response.fit_max` },
  'The Right Action': { score: sql`response.action_score`, max: sql`response.action_max` },
  'The Right Environment': {
    score: sql`response.environment_score`,
    max: sql`response.environment_max`,
  },
} satisfies Record<KpeCategory, Record<'score' | 'max', RawBuilder<unknown>>>;

/** Total of maximum, 0 to 1; null where nothing is scored. */
export const ratio = sql<
  number | null
>`response.total_score::float8 / nullif(response.max_score, 0)`;

/** Of summed points of a category, in percent to one decimal. */
export const percentOf = (category: 'fit' | 'action' | 'environment') =>
  shownPercent(
    sql`(100.0 * sum(${sql.ref(`${category}_score`)})
      / nullif(sum(${sql.ref(`${category}_max`)}), 0))`,
    1,
  );

/**
 * A mean of ratios in percent. Nine decimals are far more than anybody sees, and far fewer than
 * adding up fractions may be wrong by: a mean of exactly 80 is 80.
 */
export const exactPercent = (meanRatio: RawBuilder<unknown>) =>
  sql<number | null>`round((100 * ${meanRatio})::numeric, 9)`;
