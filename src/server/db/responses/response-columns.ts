import { sql } from 'kysely';

import { percentOf, type ResponsePoints } from '#domain/scoring/verdict.ts';

/**
 * SQL of the points of `response` before the first upheld appeal; null when there was none. It
 * looks up only responses that were changed, by the index of their revisions.
 */
export const beforeAppeal = sql<ResponsePoints | null>`case when response.revision > 1 then (
    select json_build_object('totalScore', total_score, 'maxScore', max_score, 'passed', passed)
    from response_revisions where response_id = response.id and cause = 'appeal' and applied
    order by number limit 1) end`;

/**
 * Returns a row with the percent before its first appeal. Leaves the percent out when no appeal was
 * upheld.
 */
export function withPercentBeforeAppeal<Row extends { beforeAppeal?: ResponsePoints | null }>({
  beforeAppeal: before,
  ...row
}: Row): Omit<Row, 'beforeAppeal'> & { percentBeforeAppeal?: number | null } {
  return { ...row, ...(before && { percentBeforeAppeal: percentOf(before) }) };
}

/**
 * SQL of who conducted the interview of `response`, from `system_users as conductor` and
 * `hotel_contacts as contact`: "Ana Ruiz, by link" for a hotel contact. Null where they have left.
 */
export const conductedBy = sql<
  string | null
>`coalesce(conductor.name, contact.name || ', by link')`;

/**
 * The columns that every presentation of a response shows, from `responses as response` and
 * `surveys as survey`.
 */
export const responseColumns = [
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
  'response.passed',
  'response.notes',
  'response.startedAt',
  'response.completedAt',
  'response.receivedAt',
  'response.updatedAt',
  'response.syncStatus',
  'response.reviewReasons',
  'response.counts',
  sql<boolean>`response.revision > 1`.as('corrected'),
  beforeAppeal.as('beforeAppeal'),
] as const;
