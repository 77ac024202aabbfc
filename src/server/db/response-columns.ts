import { sql } from 'kysely';

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
] as const;
