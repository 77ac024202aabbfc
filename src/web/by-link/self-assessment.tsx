import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';

import type { LinkSurvey, SelfAssessment } from '#domain/contacts/interview-by-link.ts';
import { countWords, formatDate } from '#web/lib/format.ts';
import { countUnsent, readKept } from './interview/kept-answers.ts';
import { sendKept } from './interview/send-kept.ts';
import classes from './link-page.module.css';

const loadInterview = async () => ({
  default: (await import('./interview/interview.tsx')).Interview,
});
const Interview = lazy(loadInterview);

type Props = {
  selfAssessment: SelfAssessment;
  /** The contact for whom the link was made. */
  name: string;
  /** The survey id of the open interview; undefined when none is open. */
  opened: number | undefined;
  onOpen: (surveyId: number | undefined) => void;
  /** Called when something was sent, so that the list is read again. */
  onSent: () => void;
};

/**
 * Lists the surveys that the hotel answers itself, and opens one of them. The interview's code is loaded only
 * then.
 */
export function SelfAssessmentByLink({ selfAssessment, name, opened, onOpen, onSent }: Props) {
  const { closed, surveys } = selfAssessment;
  const [error, setError] = useState<string>();
  useSendingWhatWaits(surveys, onSent);
  const open = async (surveyId: number) => {
    setError(undefined);
    try {
      await loadInterview();
      onOpen(surveyId);
    } catch {
      setError('The questions could not be loaded. Check the network and try again.');
    }
  };
  if (opened !== undefined)
    return (
      <Suspense fallback={<p role="status">Loading…</p>}>
        <Interview
          surveyId={opened}
          name={name}
          onClose={() => {
            onOpen(undefined);
            onSent();
          }}
        />
      </Suspense>
    );
  return (
    <section aria-labelledby="self">
      <h2 id="self">Assess your own hotel</h2>
      <p className={classes.soft}>
        {closed ??
          'Answer the questions below as things are today. Your answers are saved as you go, so you can stop and come back with the same link.'}
      </p>
      {surveys.length === 0 && closed === null && (
        <p>There are no questions yet. Use the same link later.</p>
      )}
      {error !== undefined && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      <ul className={classes.findings}>
        {surveys.map((survey) => (
          <Survey
            key={survey.surveyId}
            survey={survey}
            isClosed={closed !== null}
            onOpen={() => void open(survey.surveyId)}
          />
        ))}
      </ul>
    </section>
  );
}

type SurveyProps = { survey: LinkSurvey; isClosed: boolean; onOpen: () => void };

function Survey({ survey, isClosed, onOpen }: SurveyProps) {
  const { title, state, clientId } = survey;
  const kept = clientId === null ? undefined : readKept(clientId);
  const waits = kept && (kept.completion !== undefined || countUnsent(kept) > 0);
  return (
    <li className={classes.card} aria-label={title}>
      <h3>{title}</h3>
      <p className={classes.soft}>{stateWords(survey)}</p>
      {waits && (
        <p>
          {kept.refusal
            ? 'The brand did not take some answers. They are in this browser alone.'
            : 'Some answers in this browser are not sent yet.'}
        </p>
      )}
      {state !== 'completed' && !isClosed && (
        <button
          type="button"
          className={classes.primary}
          aria-label={`${state === 'new' ? 'Start' : 'Continue'}: ${title}`}
          onClick={onOpen}
        >
          {state === 'new' ? 'Start' : 'Continue'}
        </button>
      )}
    </li>
  );
}

function stateWords({ state, questionCount, percent, completedAt }: LinkSurvey): string {
  if (state === 'new') return countWords(questionCount, 'question');
  if (state === 'begun') return `${percent}% answered`;
  return completedAt === null ? 'Completed' : `Completed on ${formatDate(completedAt)}`;
}

/** Sends answers that an earlier visit could not send. */
function useSendingWhatWaits(surveys: readonly LinkSurvey[], onSent: () => void): void {
  const [ids] = useState(() => surveys.flatMap(({ clientId }) => clientId ?? []));
  const tell = useEffectEvent(onSent);
  useEffect(() => {
    void Promise.all(ids.map((id) => sendKept(id))).then((sent) => {
      if (sent.some(({ kind }) => kind === 'saved' || kind === 'completed')) tell();
    });
  }, [ids]);
}
