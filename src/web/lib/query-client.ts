import { QueryClient } from '@tanstack/react-query';

const fiveMinutes = 5 * 60_000;

/**
 * Data fetching as the specification has it, section 9. `always`: offline reads come from the
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
