import { useMutation, useQueryClient } from '@tanstack/react-query';

import { roundPlansSchema, type PlanChoice } from '#domain/actions/exit-plan.ts';
import { call } from '#web/lib/api.ts';
import { readingsOf } from '#web/offline/readings/cached-query.ts';
import { toast } from '#web/ui/notices/toast.ts';

/** Returns a mutation that stores which of a round's signed plans counts for some findings. */
export function useChoosePlan(roundId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PlanChoice) =>
      call({
        method: 'PUT',
        path: `/api/rounds/${roundId}/plan-choice`,
        body,
        schema: roundPlansSchema,
      }),
    onSuccess: () => toast.success('Decided', 'The other plan is kept beside it.'),
    onError: (error) => toast.failure('Nothing was decided', error),
    onSettled: () => client.invalidateQueries(readingsOf('/api/rounds/', '/api/actions')),
  });
}
