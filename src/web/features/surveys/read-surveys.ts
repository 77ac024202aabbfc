import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';

import {
  surveyUseSchema,
  surveyWithQuestionsSchema,
  type Survey,
  type SurveyWithQuestions,
} from '#domain/surveys/survey.ts';
import { cachedQuery, readingsOf, valueOf } from '#web/offline/cached-query.ts';
import { surveysQuery } from '#web/offline/reads.ts';

/** A survey with its questions. */
export function surveyQuery(id: number) {
  const source = { path: `/api/surveys/${id}/with-questions`, schema: surveyWithQuestionsSchema };
  return { ...cachedQuery(source), select: valueOf<SurveyWithQuestions> };
}

/** How much each survey is used. */
export const surveyUseQuery = cachedQuery({
  path: '/api/surveys/use',
  schema: z.array(surveyUseSchema),
});

/** Shows a survey as the server has just answered it, without waiting for the list. */
export function showSurvey(client: QueryClient, survey: Survey): void {
  client.setQueryData(
    surveysQuery.queryKey,
    (list) =>
      list && { ...list, value: [survey, ...list.value.filter(({ id }) => id !== survey.id)] },
  );
  client.setQueryData(
    surveyQuery(survey.id).queryKey,
    (shown) => shown && { ...shown, value: { ...shown.value, ...survey } },
  );
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
  client.setQueryData(
    surveysQuery.queryKey,
    (list) => list && { ...list, value: list.value.filter((one) => one.id !== id) },
  );
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
    predicate: (query) => !readingsOf('/api/surveys').predicate(query),
  });
}
