import { roundReviewSchema } from '#domain/rounds/review.ts';
import { cachedQuery } from './cached-query.ts';

/** Returns the query for a round under review. The device keeps the last reading. */
export function roundQuery(id: number) {
  return cachedQuery({ path: `/api/rounds/${id}`, schema: roundReviewSchema });
}
