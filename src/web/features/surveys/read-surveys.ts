import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';

import { surveySchema, surveyWithQuestionsSchema, type Survey } from '#domain/surveys/survey.ts';
import { call } from '#web/lib/api.ts';

const surveysKey = 'surveys';

/** All surveys, archived ones too, the latest changed first. */
export const surveysQuery = queryOptions({
  queryKey: [surveysKey, 'list'],
  queryFn: ({ signal }) => call({ path: '/api/surveys', schema: z.array(surveySchema), signal }),
});

export function surveyQuery(id: number) {
  return queryOptions({
    queryKey: [surveysKey, 'one', id],
    queryFn: ({ signal }) =>
      call({
        path: `/api/surveys/${id}/with-questions`,
        schema: surveyWithQuestionsSchema,
        signal,
      }),
  });
}

/** Shows a survey as the server has just answered it, without waiting for the list. */
export function showSurvey(client: QueryClient, survey: Survey): void {
  client.setQueryData(
    surveysQuery.queryKey,
    (list) => list && [survey, ...list.filter(({ id }) => id !== survey.id)],
  );
  client.setQueryData(surveyQuery(survey.id).queryKey, (shown) => shown && { ...shown, ...survey });
}

/** Reads anew what a change to this survey changed: its questions, its edition and the list. */
export async function refreshSurvey(client: QueryClient, id: number): Promise<void> {
  markOthers(client);
  await Promise.all([
    client.invalidateQueries({ queryKey: surveyQuery(id).queryKey }),
    client.invalidateQueries({ queryKey: surveysQuery.queryKey }),
  ]);
}

/** Takes a survey that was deleted or archived from the list; whoever goes to it asks anew. */
export async function forgetSurvey(client: QueryClient, id: number): Promise<void> {
  client.setQueryData(surveysQuery.queryKey, (list) => list?.filter((one) => one.id !== id));
  markOthers(client);
  await Promise.all([
    client.invalidateQueries({ queryKey: surveyQuery(id).queryKey, refetchType: 'none' }),
    client.invalidateQueries({ queryKey: surveysQuery.queryKey }),
  ]);
}

/** Other screens name surveys too; what they have read is read again when they are gone to. */
function markOthers(client: QueryClient): void {
  void client.invalidateQueries({
    type: 'inactive',
    refetchType: 'none',
    predicate: ({ queryKey }) => queryKey[0] !== surveysKey,
  });
}
