import type { QueryClient } from '@tanstack/react-query';

import { evidenceOfInterviewSchema } from '#domain/evidence/evidence.ts';
import { cachedQuery, readingsOf } from './cached-query.ts';

/**
 * Returns the query for the files of an interview: those that the server holds and those it still waits for.
 */
export function evidenceQuery(interview: string) {
  return {
    ...cachedQuery({
      ...{ path: '/api/evidence', query: { interview } },
      schema: evidenceOfInterviewSchema,
    }),
    // Files arrive after their response, so an earlier reading may lack some.
    refetchOnMount: 'always' as const,
  };
}

/** Reads everything that shows evidence again after a file was deleted. */
export function refreshEvidence(client: QueryClient): Promise<void> {
  return client.invalidateQueries(readingsOf('/api/evidence', '/api/hotels/'));
}
