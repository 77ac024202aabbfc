import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';

import {
  surveyUseSchema,
  surveyWithQuestionsSchema,
  type Survey,
  type SurveyWithQuestions,
} from '#domain/surveys/survey.ts';
import { cachedQuery, readingsOf, valueOf } from '#web/offline/readings/cached-query.ts';
import { surveysQuery } from '#web/offline/readings/reads.ts';

/** Returns the query for a survey with its questions. */
export function surveyQuery(id: number) {
  const source = { path: `/api/surveys/${id}/with-questions`, schema: surveyWithQuestionsSchema };
  return { ...cachedQuery(source), select: valueOf<SurveyWithQuestions> };
}

/** The query for how much each survey is used. */
export const surveyUseQuery = cachedQuery({
  path: '/api/surveys/use',
  schema: z.array(surveyUseSchema),
});

/** Puts a survey that the server has just returned into the readings, without waiting for the list. */
export function showSurvey(client: QueryClient, survey: Survey): void {
  client.setQueryData(
    surveysQuery.queryKey,
    (list) =>
      list && { ...list, value: [survey, ...list.value.filter(({ id }) => id !== survey.id)] },
  );
  client.setQueryData(
    surveyQuery(survey.id).queryKey,
    // Only the questions of the former reading stay: if rules were removed, the new survey lacks the field.
    (shown) => shown && { ...shown, value: { ...survey, questions: shown.value.questions } },
  );
}

/** Reads again what a change to this survey affects: its questions, its edition and the list. A new survey has no id. */
export async function refreshSurvey(client: QueryClient, id: number | undefined): Promise<void> {
  markOthers(client);
  await Promise.all([
    id !== undefined && client.invalidateQueries({ queryKey: surveyQuery(id).queryKey }),
    client.invalidateQueries({ queryKey: surveysQuery.queryKey }),
  ]);
}

/**
 * Removes a deleted or archived survey from the list. If somebody opens it again, it is read from
 * the server.
 */
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

/**
 * Marks the readings of other screens as outdated, because they also name surveys. They are read
 * again when somebody opens those screens.
 */
function markOthers(client: QueryClient): void {
  void client.invalidateQueries({
    type: 'inactive',
    refetchType: 'none',
    predicate: (query) => !readingsOf('/api/surveys').predicate(query),
  });
}
