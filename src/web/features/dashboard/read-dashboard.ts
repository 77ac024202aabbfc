import type { ZodType } from 'zod';

import { resultsPageSchema, resultsSummarySchema } from '#domain/results/results.ts';
import { quietHotelsSchema } from '#domain/workflow/quiet-hotels.ts';
import { lastDays, ownTimeZone } from '#web/lib/days.ts';
import { actionCountsQuery } from '#web/offline/readings/actions-reading.ts';
import { accountsQuery } from '#web/offline/readings/accounts.ts';
import { boardQuery } from '#web/offline/readings/board-reading.ts';
import { cachedQuery } from '#web/offline/readings/cached-query.ts';
import { sessionsUnderWayQuery } from '#web/offline/readings/reads.ts';

/** How many of the latest responses the dashboard shows. */
const recentCount = 5;

/** The days of the score trend. Results offers the same range: a year. */
export const trendDays = 365;

export const readSessions = { ...sessionsUnderWayQuery, retryOnMount: false };
export const readBoard = { ...boardQuery(), retryOnMount: false };
export const readQuiet = reading('/api/workflow/quiet-hotels', quietHotelsSchema);
export const readRecent = reading('/api/results/responses', resultsPageSchema, {
  pageSize: recentCount,
});
/** Reads only the number of responses to review, over all dates. */
export const readToReview = reading(
  '/api/results/responses',
  resultsPageSchema,
  { review: 'needed', pageSize: 1 },
  ' to review',
);
/** Reads how many actions are open, overdue and one's own. */
export const readActions = { ...actionCountsQuery(), retryOnMount: false };
/** Returns the query for the trend. It is a function because the range of days changes at midnight. */
export const readTrend = () =>
  reading('/api/results/summary', resultsSummarySchema, {
    ...lastDays(trendDays, Date.now()),
    timeZone: ownTimeZone(),
  });

export const readUsers = { ...accountsQuery, retryOnMount: false };

/**
 * The options for the page's own reading: show what was last seen at once, and read it again on
 * every visit. Only the page uses them. If a section read its data again when it appears, its
 * contents would change and move.
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
