import { QueryClient, type Query } from '@tanstack/react-query';

/**
 * Returns true for a query that shows less than the server knows: it failed, or its data is a
 * reading from this device (`offline/readings/cache.ts`).
 */
export function isBehind({ state: { data, error } }: Query): boolean {
  const isReading = typeof data === 'object' && data !== null && 'isCached' in data;
  return error !== null || (isReading && data.isCached === true);
}

const fiveMinutes = 5 * 60_000;

/**
 * Caches what was read from the server until something changes it (rule 58). `always`: without a
 * connection, queries still run, because reads then come from the device, and a call that cannot be
 * made fails at once instead of waiting for ever.
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
