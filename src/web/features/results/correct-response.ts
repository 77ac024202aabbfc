import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { CorrectionInput } from '#domain/responses/given-answer.ts';
import { responseDetailSchema } from '#domain/responses/response.ts';
import { call } from '#web/lib/api.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useRequestKey } from '#web/lib/use-request-key.ts';
import { toast } from '#web/ui/notices/toast.ts';
import { refreshResults } from './read-results.ts';

/** Corrects answers of a response, and reads every figure again that could include it. */
export function useCorrect(id: number, onDone: () => void) {
  const client = useQueryClient();
  const keyOf = useRequestKey();
  return useMutation({
    mutationFn: (correction: CorrectionInput) =>
      call({
        method: 'POST',
        path: `/api/responses/${id}/corrections`,
        body: { ...correction, clientId: keyOf(correction) },
        schema: responseDetailSchema,
      }),
    onSuccess: ({ totalScore, maxScore }) => {
      toast.success(
        'Answers corrected',
        `The score is ${formatNumber(totalScore)} of ${formatNumber(maxScore)} points now.`,
      );
      onDone();
    },
    onError: (error) => toast.failure('The correction was not stored', error),
    onSettled: () => refreshResults(client),
  });
}
