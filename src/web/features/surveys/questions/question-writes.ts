import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { z } from 'zod';

import type { Question } from '#domain/surveys/question.ts';
import { surveyWithQuestionsSchema } from '#domain/surveys/survey.ts';
import { call } from '#web/lib/api.ts';
import { confirm } from '#web/ui/dialogs/confirm.tsx';
import { whyFailed } from '#web/ui/notices/failure-words.ts';
import { toast } from '#web/ui/notices/toast.ts';
import { refreshSurvey, surveyQuery } from '#web/features/surveys/read-surveys.ts';

import { dropQuestion } from './arrange-questions.ts';

/**
 * Returns the scope that makes all changes of a survey's questions reach the server one after the
 * other.
 */
export function oneAfterAnother(surveyId: number): { id: string } {
  return { id: `questions of survey ${surveyId}` };
}

/**
 * Returns a function that reorders the questions. The list shows the new order at once, and the old
 * one again if the server refuses.
 */
export function useReorderQuestions(surveyId: number) {
  const client = useQueryClient();
  const { mutate } = useMutation({
    scope: oneAfterAnother(surveyId),
    mutationFn: (questions: readonly Question[]) =>
      call({
        method: 'PUT',
        path: `/api/surveys/${surveyId}/questions/order`,
        body: { questionIds: questions.map(({ id }) => id) },
        schema: surveyWithQuestionsSchema,
      }),
    onMutate: (questions) => showQuestions(client, surveyId, () => questions),
    onError: (error, _, before) => {
      if (before) showQuestions(client, surveyId, () => before);
      toast.error('Failed to reorder questions', whyFailed(error));
    },
    onSettled: () => readAgain(client, surveyId),
  });
  return mutate;
}

/**
 * Returns a function that asks and then deletes a question. The question disappears at once, and
 * comes back if the server refuses.
 */
export function useDeleteQuestion(surveyId: number) {
  const client = useQueryClient();
  const { mutate } = useMutation({
    scope: oneAfterAnother(surveyId),
    mutationFn: (id: number) =>
      call({ method: 'DELETE', path: `/api/questions/${id}`, schema: z.null() }),
    onMutate: (id) => showQuestions(client, surveyId, (shown) => dropQuestion(shown, id)),
    onSuccess: () => toast.success('Question deleted'),
    onError: (error, _, before) => {
      if (before) showQuestions(client, surveyId, () => before);
      toast.error('Failed to delete question', whyFailed(error));
    },
    onSettled: () => readAgain(client, surveyId),
  });
  // `useCallback` keeps the function the same, so that the cards do not render again.
  return useCallback(
    async ({ id, order }: Pick<Question, 'id' | 'order'>) => {
      const sure = await confirm({
        title: `Delete question ${order}`,
        message: 'Are you sure you want to delete this question? This action cannot be undone.',
        confirmLabel: 'Delete question',
        danger: true,
      });
      if (sure) mutate(id);
    },
    [mutate],
  );
}

/** Shows changed questions before the server has replied. Returns those that were shown before. */
export function showQuestions(
  client: QueryClient,
  surveyId: number,
  change: (shown: readonly Question[]) => readonly Question[],
): readonly Question[] | undefined {
  const { queryKey } = surveyQuery(surveyId);
  const before = client.getQueryData(queryKey);
  if (before) {
    const questions = [...change(before.value.questions)];
    client.setQueryData(queryKey, { ...before, value: { ...before.value, questions } });
  }
  return before?.value.questions;
}

/**
 * Reads the survey again, unless more changes are on their way: the list is then ahead of the
 * server.
 */
function readAgain(client: QueryClient, surveyId: number): void {
  const scope = oneAfterAnother(surveyId);
  const pending = client
    .getMutationCache()
    .findAll({ status: 'pending', predicate: ({ options }) => options.scope?.id === scope.id });
  // The change that has just finished still counts as pending.
  if (pending.length === 1) void refreshSurvey(client, surveyId);
}
