import { boardSchema } from '#domain/workflow/board.ts';
import { cachedQuery } from './cached-query.ts';

const path = '/api/workflow/board';
/** The key of every board, of all hotels or of one consultant's. */
export const boardsKey = [path] as const;

/**
 * The board, of all hotels or of one consultant's. Dashboard and board share it: it may have 20,000
 * cards, which are then asked for and kept on the device once.
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
