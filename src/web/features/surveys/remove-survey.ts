import { useMutation, useQueryClient } from '@tanstack/react-query';

import { surveyRemovalSchema, type Survey } from '#domain/surveys/survey.ts';
import { call, detailOf } from '#web/lib/api.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { toast } from '#web/ui/toast.ts';
import { forgetSurvey } from './read-surveys.ts';

/** Asks, then deletes a survey, or has it archived where it has responses (rule 16). */
export function useRemoveSurvey(onRemoved: (id: number) => void) {
  const client = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (id: number) =>
      call({ method: 'DELETE', path: `/api/surveys/${id}`, schema: surveyRemovalSchema }),
    onSuccess: ({ action, message, surveyId }) => {
      toast.success(action === 'archived' ? 'Survey Archived' : 'Survey Deleted', message);
      onRemoved(surveyId);
      void forgetSurvey(client, surveyId);
    },
    onError: (error) => toast.error('Failed to delete/archive survey', detailOf(error)),
  });
  const ask = async ({ id, title }: Pick<Survey, 'id' | 'title'>) => {
    const sure = await confirm({
      title: 'Delete survey',
      message: `Are you sure you want to delete “${title}”? If it has responses it will be archived instead, and nobody can change it any more. If it has none, the survey and its questions are deleted. This action cannot be undone.`,
      confirmLabel: 'Delete survey',
      danger: true,
    });
    if (sure) mutate(id);
  };
  return { ask, removing: isPending ? variables : undefined };
}
