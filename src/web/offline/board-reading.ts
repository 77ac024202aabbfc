import { queryOptions } from '@tanstack/react-query';

import { boardSchema } from '#domain/workflow/board.ts';
import { call } from '#web/lib/api.ts';
import { cachedRead } from './cache.ts';

const path = '/api/workflow/board';

/** Everything below this key is refreshed together after a stage change (rule 35). */
export const workflowKey = ['workflow'] as const;
export const boardsKey = [...workflowKey, 'board'] as const;

/**
 * The board, of all hotels or of one consultant's. Dashboard and board share it: it may have 20,000
 * cards, which are then asked for and kept on the device once.
 */
export function boardQuery(consultantId?: number) {
  return queryOptions({
    queryKey: [...boardsKey, consultantId ?? null],
    queryFn: ({ signal }) =>
      cachedRead(
        consultantId === undefined ? path : `${path}?consultantId=${consultantId}`,
        () => call({ path, query: { consultantId }, schema: boardSchema, signal }),
        boardSchema,
      ),
  });
}
