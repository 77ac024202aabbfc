import { isDeepStrictEqual } from 'node:util';

import { editionContent } from '#domain/surveys/edition.ts';
import type { Db } from '#server/db/transaction.ts';
import { questionsOfSurvey } from './read-questions.ts';

/**
 * Keeps what an active survey asks now as its next edition, unless its current edition asks just
 * that (decision 11). Called after every write, with the survey locked, so numbers leave no gap
 * and no two writers make the same one.
 */
export async function keepEdition(tx: Db, surveyId: number): Promise<void> {
  const survey = await tx
    .selectFrom('surveys as survey')
    .leftJoin('surveyEditions as current', (join) =>
      join
        .onRef('current.surveyId', '=', 'survey.id')
        .onRef('current.number', '=', 'survey.edition'),
    )
    .select(['survey.title', 'survey.edition', 'current.questions as asked'])
    .select(questionsOfSurvey.as('questions'))
    .where('survey.id', '=', surveyId)
    .where('survey.status', '=', 'active')
    .executeTakeFirst();
  if (!survey) return;
  const questions = editionContent(survey.questions);
  if (isDeepStrictEqual(questions, survey.asked)) return;
  const number = (survey.edition ?? 0) + 1;
  await tx
    .insertInto('surveyEditions')
    .values({
      surveyId,
      number,
      title: survey.title,
      questions: JSON.stringify(questions),
      questionCount: questions.length,
    })
    .execute();
  await tx.updateTable('surveys').set({ edition: number }).where('id', '=', surveyId).execute();
}
