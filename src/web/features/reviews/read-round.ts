import { useMutation } from '@tanstack/react-query';

import { reassessmentSchema } from '#domain/rounds/reassessment.ts';
import { responseReviewSchema, roundStateSchema, type RoundState } from '#domain/rounds/review.ts';
import { call } from '#web/lib/api.ts';
import { countWords } from '#web/lib/format.ts';
import { useRequestKey } from '#web/lib/use-request-key.ts';
import { useRefreshRounds } from '#web/offline/readings/refresh-rounds.ts';
import { useRefreshAfter } from '#web/offline/readings/use-refresh-after.ts';
import { toast } from '#web/ui/notices/toast.ts';

export type RoundAct =
  { act: 'submit' } | { act: 'approve'; seen: string } | { act: 'reopen'; reason: string };

const doneWords: Record<RoundAct['act'], (state: RoundState) => [string, string]> = {
  submit: () => ['Round submitted', 'An Assessor or Admin can approve it now.'],
  approve: () => ['Round approved', 'Its responses and their evidence are locked.'],
  reopen: () => ['Round reopened', 'Its responses can be corrected again.'],
};

/** Submits, approves or reopens the round. */
export function useRoundAct(id: number, onDone?: () => void) {
  const refresh = useRefreshAfter(useRefreshRounds());
  return useMutation({
    mutationFn: ({ act, ...body }: RoundAct) =>
      call({
        method: 'POST',
        path: `/api/rounds/${id}/${act}`,
        ...(act !== 'submit' && { body }),
        schema: roundStateSchema,
      }),
    onSuccess: (state, { act }) => {
      toast.success(...doneWords[act](state));
      onDone?.();
    },
    onError: (error) => toast.failure('Nothing was changed', error),
    onSettled: refresh,
  });
}

/** Makes the re-assessment round, which asks again what failed in this round. */
export function useMakeReassessment(id: number) {
  const refresh = useRefreshRounds();
  const keyOf = useRequestKey();
  return useMutation({
    mutationFn: () =>
      call({
        method: 'POST',
        path: `/api/rounds/${id}/reassessment`,
        body: { clientId: keyOf(id) },
        schema: reassessmentSchema,
      }),
    onSuccess: ({ questions }) =>
      toast.success(
        'Re-assessment made',
        `It asks ${countWords(questions.length, 'question')} again.`,
      ),
    onError: (error) => toast.failure('The re-assessment was not made', error),
    onSettled: refresh,
  });
}

/** Stores a remark on a question of the response, or on all of it. */
export function useRemark(responseId: number, onDone: () => void) {
  const refresh = useRefreshRounds();
  const keyOf = useRequestKey();
  return useMutation({
    mutationFn: (remark: { questionId: number | null; text: string }) =>
      call({
        method: 'POST',
        path: `/api/responses/${responseId}/remarks`,
        body: { ...remark, clientId: keyOf(remark) },
        schema: responseReviewSchema,
      }),
    onSuccess: onDone,
    onError: (error) => toast.failure('The remark was not stored', error),
    onSettled: refresh,
  });
}

/** Resolves a remark, or opens it again. */
export function useResolve(responseId: number) {
  const refresh = useRefreshRounds();
  return useMutation({
    mutationFn: ({ id, resolved }: { id: number; resolved: boolean }) =>
      call({
        method: 'PUT',
        path: `/api/responses/${responseId}/remarks/${id}`,
        body: { resolved },
        schema: responseReviewSchema,
      }),
    onError: (error) => toast.failure('The remark was not changed', error),
    onSettled: refresh,
  });
}

/** Returns the response to its sender. */
export function useReturn(responseId: number, sender: string) {
  const refresh = useRefreshRounds();
  return useMutation({
    mutationFn: () =>
      call({
        method: 'POST',
        path: `/api/responses/${responseId}/return`,
        schema: responseReviewSchema,
      }),
    onSuccess: () => toast.success('Response returned', `${sender} has it to correct now.`),
    onError: (error) => toast.failure('The response was not returned', error),
    onSettled: refresh,
  });
}
