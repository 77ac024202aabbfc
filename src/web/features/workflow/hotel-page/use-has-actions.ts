import { useInfiniteQuery } from '@tanstack/react-query';

import { useRounds } from '#web/features/workflow/rounds/use-rounds.ts';
import { actionPagesQuery } from '#web/offline/readings/actions-reading.ts';

/**
 * Returns whether the hotel has actions. The hotel's rounds say whether any is open. Only a hotel with an
 * approved round can have closed actions, so only then this asks the server for them.
 */
export function useHasActions(hotelId: number): boolean {
  const rounds = useRounds(hotelId);
  const hasOpen = rounds?.openActions !== undefined;
  const mayHave = rounds?.cycles.some((cycle) => cycle.rounds.some(({ approvedAt }) => approvedAt));
  const { data } = useInfiniteQuery({
    ...actionPagesQuery({ hotelId, show: 'all' }),
    enabled: !hasOpen && mayHave === true,
  });
  return hasOpen || (data?.pages[0]?.value.actions.length ?? 0) > 0;
}
