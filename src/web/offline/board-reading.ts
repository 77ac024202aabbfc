import { boardSchema } from '#domain/workflow/board.ts';
import { cachedQuery } from './cached-query.ts';

const path = '/api/workflow/board';
/**
 * The query key that matches every board: the one of all hotels and those of single consultants.
 */
export const boardsKey = [path] as const;

/**
 * Returns the query for the board of all hotels or of one consultant. The dashboard and the board
 * screen share it: it may have 20,000 cards, and this way the device requests and stores them once.
 */
export function boardQuery(consultantId?: number) {
  return cachedQuery({
    path,
    schema: boardSchema,
    ...(consultantId !== undefined && {
      query: { consultantId },
      formerly: `${path}?consultantId=${consultantId}`,
    }),
  });
}
