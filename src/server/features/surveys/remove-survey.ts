import { archivedNote, type SurveyForecast, type SurveyRemoval } from '#domain/surveys/survey.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { notFound, ProblemError } from '#server/problems.ts';
import {
  deleteSurvey,
  findSurvey,
  foresee,
  hasResponses,
  lockSurvey,
  updateSurvey,
} from './queries.ts';

/** Deletes a survey, or archives it when it has responses (rule 16). */
export async function removeSurvey(tx: Db, surveyId: number, byId: number): Promise<SurveyRemoval> {
  const survey = await lockSurvey(tx, surveyId);
  if (!survey) throw notFound('The survey');
  if (survey.status === 'archived') throw new ProblemError('survey-archived', archivedNote);
  if (await hasResponses(tx, surveyId)) {
    await updateSurvey(tx, surveyId, { status: 'archived' });
    const message = `“${survey.title}” has responses, so it was moved to the Archive.`;
    return { action: 'archived', message, surveyId };
  }
  await deleteSurvey(tx, surveyId, byId);
  return { action: 'deleted', message: `“${survey.title}” was deleted.`, surveyId };
}

/** Returns what deleting the survey would do now. Whatever is stored until then may change that. */
export async function previewRemoval(db: Db, surveyId: number): Promise<SurveyForecast> {
  const survey = await findSurvey(db, surveyId);
  if (!survey) throw notFound('The survey');
  if (survey.status === 'archived') throw new ProblemError('survey-archived', archivedNote);
  const { isAnswered, interviewsInProgress } = await foresee(db, surveyId);
  return { action: isAnswered ? 'archived' : 'deleted', interviewsInProgress };
}
