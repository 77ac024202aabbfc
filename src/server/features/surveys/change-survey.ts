import type { Question } from '#domain/surveys/question.ts';
import { archivedNote } from '#domain/surveys/survey.ts';
import type { Db } from '#server/db/transaction.ts';
import { notFound, ProblemError } from '#server/problems.ts';
import { keepEdition } from './keep-edition.ts';
import { lockSurvey, updateSurvey } from './queries.ts';
import { findOptions, findQuestion } from './read-questions.ts';

type Locked = NonNullable<Awaited<ReturnType<typeof lockSurvey>>>;

/**
 * The one way to change a survey, its questions or their options: one writer at a time, none to an
 * archived survey, and whatever comes of it is kept as an edition.
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
  await updateSurvey(tx, surveyId, {});
  await keepEdition(tx, surveyId);
  return result;
}

/** The same for one question, which is read once its survey is locked. */
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
