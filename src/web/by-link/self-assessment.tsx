import {
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useReducer,
  useState,
  type ReactNode,
} from 'react';

import type {
  LinkInterview,
  LinkSurvey,
  SelfAssessment,
} from '#domain/contacts/interview-by-link.ts';
import { countWords, formatDate } from '#web/lib/format.ts';
import { countUnsent, readKept } from './interview/kept-answers.ts';
import { sendKept, type Sent } from './interview/send-kept.ts';
import { changeReading, interviewReading } from './kept-readings.ts';
import classes from './link-page.module.css';
import { OnOneLine } from './on-one-line.tsx';

/** Loads the code of the interview. */
export const loadInterview = async () => ({
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

/** Shows the surveys that the hotel answers itself, or the one that is open. It sends its answers itself. */
export function SelfAssessmentByLink({ name, opened, ...list }: Props) {
  if (opened === undefined) return <Surveys {...list} />;
  return (
    <Suspense fallback={<p role="status">Loading…</p>}>
      <Interview
        surveyId={opened}
        name={name}
        onClose={() => {
          list.onOpen(undefined);
          list.onSent();
        }}
      />
    </Suspense>
  );
}

/** Lists the surveys, and opens one of them. The interview's code is loaded only then. */
function Surveys({ selfAssessment, onOpen, onSent }: Omit<Props, 'name' | 'opened'>) {
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
  return (
    <li className={classes.card} aria-label={title}>
      <h3>{title}</h3>
      <p className={classes.soft}>{stateWords(survey)}</p>
      <Unsent clientId={clientId} />
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

/** Says whether this browser has answers that the server does not have. */
function Unsent({ clientId }: Pick<LinkSurvey, 'clientId'>) {
  if (clientId === null || !hasUnsent(clientId)) return null;
  const { refusal } = readKept(clientId);
  if (!refusal) return <p>Some answers in this browser are not sent yet.</p>;
  return (
    <p>
      The brand did not take some answers. They are in this browser alone. {refusal.why} If they
      matter, tell the brand.
    </p>
  );
}

function hasUnsent(clientId: string): boolean {
  const kept = readKept(clientId);
  return kept.completion !== undefined || countUnsent(kept) > 0;
}

/**
 * Lists the surveys with answers in this browser that the server does not have, while the approved round shows no
 * surveys. It sends those answers too, because the server may have them already, and otherwise says why not.
 */
export function UnsentAnswers({
  selfAssessment: { surveys },
  onSent,
}: Pick<Props, 'selfAssessment' | 'onSent'>) {
  useSendingWhatWaits(surveys, onSent);
  const unsent = surveys.filter(({ clientId }) => clientId !== null && hasUnsent(clientId));
  if (unsent.length === 0) return null;
  return (
    <section className={classes.card} aria-label="Answers that did not arrive">
      {unsent.map(({ surveyId, title, clientId }) => (
        <div key={surveyId}>
          <h2>{title}</h2>
          <Unsent clientId={clientId} />
        </div>
      ))}
    </section>
  );
}

function stateWords({ state, questionCount, percent, completedAt }: LinkSurvey): ReactNode {
  if (state === 'new') return countWords(questionCount, 'question');
  if (state === 'begun') return `${percent}% answered`;
  if (completedAt === null) return 'Completed';
  return (
    <>
      Completed on <OnOneLine>{formatDate(completedAt)}</OnOneLine>
    </>
  );
}

/** Sends a survey's answers, and stores them in the reading from which it is opened without a connection. */
async function sendSurvey({ surveyId, clientId }: LinkSurvey): Promise<Sent['kind']> {
  if (clientId === null) return 'nothing';
  const sent = await sendKept(clientId);
  if (sent.kind === 'saved')
    await changeReading<LinkInterview>(sent.mark, interviewReading(surveyId), (interview) => ({
      ...interview,
      ...sent.saved,
    }));
  return sent.kind;
}

/** Milliseconds after which answers that did not arrive are sent again. */
const pause = 30_000;

/**
 * Sends answers that could not be sent while their interview was open: whenever the list is read, the connection is
 * back or somebody looks at the page again, and after a while.
 */
function useSendingWhatWaits(surveys: readonly LinkSurvey[], onSent: () => void): void {
  const tell = useEffectEvent(onSent);
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const ended = new AbortController();
    let timer = 0;
    const send = async () => {
      clearTimeout(timer);
      const sent = await Promise.all(surveys.map(sendSurvey));
      if (ended.signal.aborted) return;
      const kinds = new Set(sent);
      if (kinds.has('saved') || kinds.has('completed')) tell();
      // The refusal is stored with the answers, and the list says so.
      if (kinds.has('refused')) drawAgain();
      if (kinds.has('kept')) timer = window.setTimeout(() => void send(), pause);
    };
    const look = () => {
      if (document.visibilityState === 'visible') void send();
    };
    void send();
    window.addEventListener('online', look, ended);
    document.addEventListener('visibilitychange', look, ended);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [surveys]);
}
