import { useMutation, useQueryClient } from '@tanstack/react-query';

import {
  surveyForecastSchema,
  surveyRemovalSchema,
  type Survey,
  type SurveyForecast,
} from '#domain/surveys/survey.ts';
import { call, detailOf, isNotFound, isOutdated } from '#web/lib/api.ts';
import { countWords } from '#web/lib/format.ts';
import { confirm } from '#web/ui/dialogs/confirm.tsx';
import { whyFailed } from '#web/ui/notices/failure-words.ts';
import { toast } from '#web/ui/notices/toast.ts';
import { forgetSurvey, refreshSurvey } from '#web/features/surveys/read-surveys.ts';

/** Asks, then deletes a survey. The server archives it instead if it has responses (rule 16). */
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
    onError: (error, id) => {
      toast.error(failed, whyFailed(error));
      if (isOutdated(error)) void refreshSurvey(client, id);
    },
  });
  const foresee = useMutation({
    mutationFn: (id: number) =>
      call({ path: `/api/surveys/${id}/removal`, schema: surveyForecastSchema }),
    onError: (error, id) => {
      toast.error(failed, detailOf(error));
      if (isNotFound(error)) void refreshSurvey(client, id);
    },
  });
  const decide = async (survey: Asked, forecast: SurveyForecast) => {
    const act = forecast.action === 'archived' ? 'Archive survey' : 'Delete survey';
    const message = tellForecast(survey, forecast);
    if (await confirm({ title: act, message, confirmLabel: act, danger: true })) mutate(survey.id);
  };
  const ask = (survey: Asked) =>
    foresee.mutate(survey.id, { onSuccess: (forecast) => void decide(survey, forecast) });
  const asked = foresee.isPending ? foresee.variables : undefined;
  return { ask, removing: isPending ? variables : asked };
}

type Asked = Pick<Survey, 'id' | 'title' | 'questionCount'>;

const failed = 'Failed to delete/archive survey';

/** Returns what will happen, and what will be lost. */
export function tellForecast(survey: Asked, forecast: SurveyForecast): string {
  const { title, questionCount } = survey;
  const count = forecast.interviewsInProgress;
  const interviews = countWords(count, 'interview');
  if (forecast.action === 'archived') {
    const goOn =
      count === 0
        ? ''
        : ` ${interviews} in progress can still be completed, and will be flagged for review.`;
    return `“${title}” has responses, so it will be archived instead of deleted. Its responses stay, and nobody can change it any more.${goOn} This action cannot be undone.`;
  }
  const lost = count === 0 ? '' : `, and ${interviews} in progress with what was answered so far`;
  return `Are you sure you want to delete “${title}”? It has no responses. Its ${countWords(questionCount, 'question')} will be deleted${lost}. This action cannot be undone.`;
}
