import { useMutation, useQueryClient } from '@tanstack/react-query';

import {
  surveySchema,
  type Survey,
  type SurveyChange,
  type SurveyClone,
  type SurveyInput,
} from '#domain/surveys/survey.ts';
import { call, isOutdated } from '#web/lib/api.ts';
import { toast } from '#web/ui/notices/toast.ts';
import { useRequestKey } from '#web/lib/use-request-key.ts';
import { refreshSurvey, showSurvey } from './read-surveys.ts';

/** What the form sends: a new survey, or the changed fields of an existing one. */
type SurveyFields = SurveyInput | SurveyChange;

/**
 * Creates a survey, or saves the given one. If somebody has deleted it meanwhile, reads it again, so
 * that the screen says so.
 */
export function useSaveSurvey(survey: Survey | undefined) {
  const client = useQueryClient();
  const keyFor = useRequestKey();
  return useMutation({
    mutationFn: (input: SurveyFields) =>
      survey
        ? call({
            method: 'PUT',
            path: `/api/surveys/${survey.id}`,
            body: input,
            schema: surveySchema,
          })
        : call({
            method: 'POST',
            path: '/api/surveys',
            body: input,
            schema: surveySchema,
            requestKey: keyFor(input),
          }),
    onSuccess: (saved) => {
      showSurvey(client, saved);
      void refreshSurvey(client, saved.id);
      tellSaved(survey, saved);
    },
    onError: (error) => {
      if (isOutdated(error)) void refreshSurvey(client, survey?.id);
    },
  });
}

function tellSaved(before: Survey | undefined, saved: Survey): void {
  if (saved.status === 'archived')
    toast.success('Survey Archived', `“${saved.title}” was moved to the Archive.`);
  else if (before) toast.success('Survey updated', `“${saved.title}” is saved.`);
  else toast.success('Survey created', `“${saved.title}” is ready for its questions.`);
}

/** Makes a draft copy of a survey. If anything fails, nothing is copied. */
export function useCloneSurvey(source: Survey) {
  const client = useQueryClient();
  const keyFor = useRequestKey();
  return useMutation({
    mutationFn: (input: SurveyClone) =>
      call({
        method: 'POST',
        path: `/api/surveys/${source.id}/clone`,
        body: input,
        schema: surveySchema,
        requestKey: keyFor(input),
      }),
    onSuccess: (copy) => {
      showSurvey(client, copy);
      void refreshSurvey(client, copy.id);
      toast.success('Survey cloned', `“${copy.title}” is a draft with the same questions.`);
    },
    onError: (error) => {
      if (isOutdated(error)) void refreshSurvey(client, source.id);
    },
  });
}
