import { useMutation } from '@tanstack/react-query';

import { appealSchema } from '#domain/appeals/appeal.ts';
import type { AppealInput, AppealDecision } from '#domain/appeals/appeal-input.ts';
import { ApiError, call } from '#web/lib/api.ts';
import { useRequestKey } from '#web/lib/use-request-key.ts';
import { useRefreshRounds } from '#web/offline/readings/refresh-rounds.ts';
import { useRefreshAfter } from '#web/offline/readings/use-refresh-after.ts';
import { toast } from '#web/ui/notices/toast.ts';

/** Returns the server's message about a field of the form. */
export function errorAt(error: Error | null, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.problem?.errors?.find(({ path }) => path === field)?.message;
}

/** Returns the error if it belongs to none of these fields; otherwise null. */
export function errorElsewhere(error: Error | null, fields: readonly string[]): Error | null {
  return fields.some((field) => errorAt(error, field) !== undefined) ? null : error;
}

/**
 * Files an appeal. The form shows what the server refuses, and stays. So a refusal reads nothing again: if the round
 * was reopened meanwhile, the new reading would remove the form with its text.
 */
export function useFileAppeal(onDone: () => void) {
  const refresh = useRefreshRounds();
  const keyOf = useRequestKey();
  return useMutation({
    mutationFn: (appeal: Omit<AppealInput, 'clientId'>) =>
      call({
        method: 'POST',
        path: '/api/appeals',
        body: { ...appeal, clientId: keyOf(appeal) },
        schema: appealSchema,
      }),
    onSuccess: () => {
      toast.success('Appeal filed', 'An Assessor or Admin who had no part in it decides.');
      onDone();
      return refresh();
    },
  });
}

/** Upholds or rejects an appeal. */
export function useDecideAppeal(id: number, onDone: () => void) {
  const refresh = useRefreshAfter(useRefreshRounds());
  return useMutation({
    mutationFn: (body: AppealDecision) =>
      call({ method: 'PUT', path: `/api/appeals/${id}/decision`, body, schema: appealSchema }),
    onSuccess: ({ status }) => {
      if (status === 'upheld') toast.success('Appeal upheld', 'The answer and the score changed.');
      else toast.success('Appeal rejected', 'The answer stays.');
      onDone();
    },
    onError: (error) => {
      // The form may be gone, because somebody else has closed the appeal meanwhile. So show the error in a
      // toast.
      if (errorElsewhere(error, ['reason'])) toast.failure('Nothing was decided', error);
    },
    onSettled: refresh,
  });
}

/** Takes an open appeal back. */
export function useWithdrawAppeal(id: number) {
  const refresh = useRefreshRounds();
  return useMutation({
    mutationFn: () =>
      call({ method: 'POST', path: `/api/appeals/${id}/withdraw`, schema: appealSchema }),
    onSuccess: () => toast.success('Appeal withdrawn'),
    onError: (error) => toast.failure('The appeal was not withdrawn', error),
    onSettled: refresh,
  });
}
