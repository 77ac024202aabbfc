import { nothingToAsk, type SurveyStatus } from '#domain/surveys/survey.ts';
import { invalid, ProblemError } from '#server/problems.ts';

/**
 * Returns the number of the edition that a survey asks now. Throws when it asks nothing: it is archived,
 * not active, or has no question.
 *
 * @param what what an archived survey takes no more of
 */
export function editionAskedNow(
  survey: { status: SurveyStatus; edition: number | null },
  what: 'interviews' | 'responses',
): number {
  if (survey.status === 'archived')
    throw new ProblemError('survey-archived', `This survey is archived and takes no new ${what}.`);
  if (survey.status !== 'active') throw invalid('surveyId', 'Only an active survey can be asked');
  if (survey.edition === null) throw invalid('surveyId', nothingToAsk);
  return survey.edition;
}
