import type { Question } from '#domain/surveys/question.ts';
import { archivedNote } from '#domain/surveys/survey.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { notFound, ProblemError } from '#server/problems.ts';
import { requireConditions } from './check-conditions.ts';
import { keepEdition } from './keep-edition.ts';
import { lockSurvey, updateSurvey } from './queries.ts';
import { findOptions, findQuestion } from './read-questions.ts';

type Locked = NonNullable<Awaited<ReturnType<typeof lockSurvey>>>;

/**
 * Runs a change of a survey, its questions or their options. Every such change goes through here:
 * only one writer at a time, none for an archived survey, none that takes away what a question
 * depends on, and the result is kept as an edition.
 */
export async function changeSurvey<T>(
  tx: Db,
  surveyId: number,
  act: (survey: Locked) => Promise<T>,
): Promise<T> {
  const survey = await lockSurvey(tx, surveyId);
  if (!survey) throw notFound('The survey');
  if (survey.status === 'archived') throw new ProblemError('survey-archived', archivedNote);
  const result = await act(survey);
  await requireConditions(tx, surveyId);
  await updateSurvey(tx, surveyId, {});
  await keepEdition(tx, surveyId);
  return result;
}

/**
 * Runs a change of one question in the same way. The question is read after its survey is locked.
 */
export async function changeQuestion<T>(
  tx: Db,
  questionId: number,
  act: (question: Question) => Promise<T>,
): Promise<T> {
  const found = await findOptions(tx, questionId, { archived: true });
  if (!found) throw notFound('The question');
  return changeSurvey(tx, found.surveyId, async () => act(await existingQuestion(tx, questionId)));
}

export async function existingQuestion(tx: Db, id: number): Promise<Question> {
  const question = await findQuestion(tx, id);
  if (!question) throw notFound('The question');
  return question;
}
