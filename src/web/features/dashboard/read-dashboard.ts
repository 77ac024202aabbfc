import type { ZodType } from 'zod';

import { resultsPageSchema, resultsSummarySchema } from '#domain/results/results.ts';
import { quietHotelsSchema } from '#domain/workflow/quiet-hotels.ts';
import { lastDays, ownTimeZone } from '#web/lib/days.ts';
import { accountsQuery } from '#web/offline/accounts.ts';
import { boardQuery } from '#web/offline/board-reading.ts';
import { cachedQuery } from '#web/offline/cached-query.ts';
import { sessionsUnderWayQuery } from '#web/offline/reads.ts';

/** How many of the latest responses the dashboard shows. */
const recentCount = 5;

/** Days of the score trend, as Results has them: a year. */
export const trendDays = 365;

export const readSessions = { ...sessionsUnderWayQuery, retryOnMount: false };
export const readBoard = { ...boardQuery(), retryOnMount: false };
export const readQuiet = reading('/api/workflow/quiet-hotels', quietHotelsSchema);
export const readRecent = reading('/api/results/responses', resultsPageSchema, {
  pageSize: recentCount,
});
/** Only how many there are is asked for, over all dates. */
export const readToReview = reading(
  '/api/results/responses',
  resultsPageSchema,
  { review: 'needed', pageSize: 1 },
  ' to review',
);
/** The days change at midnight, so the query is made when the dashboard opens. */
export const readTrend = () =>
  reading('/api/results/summary', resultsSummarySchema, {
    ...lastDays(trendDays, Date.now()),
    timeZone: ownTimeZone(),
  });

export const readUsers = { ...accountsQuery, retryOnMount: false };

/**
 * What was last seen shows at once; every visit asks anew, since this page is about now. The page
 * alone asks so: a section that did as well, when it comes, would get another answer than the one
 * it came with, and what stands in it would move.
 */
export const anew = { refetchOnMount: 'always', retryOnMount: true } as const;

function reading<T>(
  path: string,
  schema: ZodType<T>,
  query?: Record<string, string | number>,
  of = '',
) {
  const source = { path, schema, formerly: `dashboard ${path}${of}`, ...(query && { query }) };
  return { ...cachedQuery(source), retryOnMount: false };
}
