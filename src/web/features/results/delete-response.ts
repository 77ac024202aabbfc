import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';

import type { ResultRow } from '#domain/results/results.ts';
import { call } from '#web/lib/api.ts';
import { confirm } from '#web/ui/dialogs/confirm.tsx';
import { whyFailed } from '#web/ui/notices/failure-words.ts';
import { toast } from '#web/ui/notices/toast.ts';
import { refreshResults } from './read-results.ts';

type Named = Pick<ResultRow, 'id' | 'respondentName' | 'hotelName'>;

/** Deletes a response after a question, and reads every figure again that could include it. */
export function useDeleteResponse() {
  const client = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (id: number) =>
      call({ method: 'DELETE', path: `/api/responses/${id}`, schema: z.null() }),
    onSuccess: () => toast.success('Response deleted successfully'),
    onError: (error) => toast.error('Failed to delete response', whyFailed(error)),
    // Also after an error: when someone else deleted the response first, it must leave this screen
    // too.
    onSettled: () => refreshResults(client),
  });
  const ask = async ({ id, respondentName, hotelName }: Named) => {
    const sure = await confirm({
      title: 'Delete response',
      message: `Are you sure you want to delete the response of ${respondentName} at ${hotelName || 'a deleted hotel'}? Its answers and score leave every figure. This action cannot be undone.`,
      confirmLabel: 'Delete response',
      danger: true,
    });
    if (sure) mutate(id);
  };
  return { ask, isDeleting: (id: number) => isPending && variables === id };
}
