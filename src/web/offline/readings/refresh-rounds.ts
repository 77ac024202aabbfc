import { useQueryClient } from '@tanstack/react-query';

import { readingsOf } from './cached-query.ts';

/**
 * Returns a function that reads again everything that shows a round, its responses, or figures
 * computed from them.
 */
export function useRefreshRounds() {
  const client = useQueryClient();
  return () =>
    client.invalidateQueries(
      readingsOf(
        '/api/rounds/',
        '/api/responses/',
        '/api/results/',
        '/api/hotels/',
        '/api/actions',
      ),
    );
}
