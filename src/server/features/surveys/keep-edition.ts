import { isDeepStrictEqual } from 'node:util';

import { editionContent } from '#domain/surveys/edition.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { questionsOfSurvey } from './read-questions.ts';

/**
 * Stores the present questions and rules of an active survey as its next edition, unless its
 * current edition is the same (rule 11). Called after every write, with the survey locked, so that
 * no two writers make the same number. A restore leaves a gap in the numbers, so the current
 * edition may not have the highest one. While a survey has no question that can be asked, it has no
 * current edition, so no interview can begin.
 */
export async function keepEdition(tx: Db, surveyId: number): Promise<void> {
  const survey = await tx
    .selectFrom('surveys as survey')
    .leftJoin('surveyEditions as current', (join) =>
      join
        .onRef('current.surveyId', '=', 'survey.id')
        .onRef('current.number', '=', 'survey.edition'),
    )
    .select(['survey.title', 'survey.rules', 'current.questions as asked'])
    .select('current.rules as askedBy')
    .select(questionsOfSurvey.as('questions'))
    .select((eb) =>
      eb
        .selectFrom('surveyEditions')
        .select(({ fn }) => fn.max('number').as('number'))
        .whereRef('surveyId', '=', 'survey.id')
        .as('last'),
    )
    .where('survey.id', '=', surveyId)
    .where('survey.status', '=', 'active')
    .executeTakeFirst();
  if (!survey) return;
  const { rules } = survey;
  const questions = editionContent(survey.questions);
  if (isDeepStrictEqual([questions, rules], [survey.asked, survey.askedBy])) return;
  if (questions.length === 0) {
    await tx.updateTable('surveys').set({ edition: null }).where('id', '=', surveyId).execute();
    return;
  }
  const number = (survey.last ?? 0) + 1;
  await tx
    .insertInto('surveyEditions')
    .values({
      surveyId,
      number,
      title: survey.title,
      questions: JSON.stringify(questions),
      rules: JSON.stringify(rules),
      questionCount: questions.length,
    })
    .execute();
  await tx.updateTable('surveys').set({ edition: number }).where('id', '=', surveyId).execute();
}
