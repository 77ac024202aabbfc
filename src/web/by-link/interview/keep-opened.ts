import type {
  LinkCompleted,
  LinkInterview,
  LinkSurvey,
} from '#domain/contacts/interview-by-link.ts';
import type { RoundByLink } from '#domain/contacts/round-by-link.ts';
import {
  changeReading,
  dropReading,
  interviewReading,
  keepReading,
  roundReading,
} from '#web/by-link/kept-readings.ts';
import { askNow } from './answers-state.ts';

/**
 * Stores an interview as the server returned it, and its progress in the stored list of the round, so that the
 * page can be opened again without a connection.
 */
export async function keepOpened(mark: string, interview: LinkInterview): Promise<void> {
  const { surveyId, clientId } = interview;
  await keepReading(mark, interviewReading(surveyId), interview);
  const { asked, answered } = askNow(interview, interview);
  const percent = asked.length === 0 ? 0 : Math.round((100 * answered) / asked.length);
  await changeSurvey(mark, surveyId, { clientId, percent, state: 'begun' });
}

/** Notes in the stored readings that an interview was completed. It can no longer be opened. */
export async function keepCompleted(
  mark: string,
  surveyId: number,
  { completedAt }: LinkCompleted,
): Promise<void> {
  await dropReading(interviewReading(surveyId));
  await changeSurvey(mark, surveyId, { completedAt, percent: 100, state: 'completed' });
}

function changeSurvey(mark: string, surveyId: number, change: Partial<LinkSurvey>): Promise<void> {
  return changeReading<RoundByLink>(mark, roundReading, (round) => {
    const { selfAssessment } = round;
    if (!selfAssessment) return round;
    const surveys = selfAssessment.surveys.map((survey) =>
      survey.surveyId === surveyId ? { ...survey, ...change } : survey,
    );
    return { ...round, selfAssessment: { ...selfAssessment, surveys } };
  });
}
