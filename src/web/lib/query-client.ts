import { QueryClient, type Query } from '@tanstack/react-query';

/**
 * True for a query that shows less than the server knows: it failed, or its answer is a reading
 * that this device had (`offline/cache.ts`).
 */
export function isBehind({ state: { data, error } }: Query): boolean {
  const isReading = typeof data === 'object' && data !== null && 'isCached' in data;
  return error !== null || (isReading && data.isCached === true);
}

const fiveMinutes = 5 * 60_000;

/**
 * What was read stays good until something changes it (rule 58). `always`: offline reads come from the
 * device, and a call that cannot be made says so at once where it would otherwise wait for ever.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      staleTime: Infinity,
      gcTime: fiveMinutes,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
