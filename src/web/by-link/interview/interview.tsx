import { useEffect, useState } from 'react';

import type { LinkCompleted, LinkInterview } from '#domain/contacts/interview-by-link.ts';
import { callByLink, LinkError } from '#web/by-link/call-by-link.ts';
import linkClasses from '#web/by-link/link-page.module.css';
import { interviewReading, markNow, readReading } from '#web/by-link/kept-readings.ts';
import { newClientId } from '#web/by-link/new-client-id.ts';
import { focusOn } from '#web/ui/focus-on.ts';
import classes from './interview.module.css';
import { keepOpened } from './keep-opened.ts';
import { changeKept } from './kept-answers.ts';
import { Overview } from './overview.tsx';
import { Question } from './question.tsx';
import { SectionNotApplicable } from './section-not-applicable.tsx';
import { useAnswers, type Answers, type Whereabouts } from './use-answers.ts';
import { WhereTheyAre } from './where-they-are.tsx';

type Props = {
  surveyId: number;
  /** The contact for whom the link was made. */
  name: string;
  onClose: () => void;
};

/** Shows an interview of the self-assessment. Beginning a new one needs a connection. */
export function Interview(props: Props) {
  const [interview, setInterview] = useState<LinkInterview>();
  const [error, setError] = useState<string>();
  const [tries, setTries] = useState(0);
  const [clientId] = useState(newClientId);
  const { surveyId } = props;
  useEffect(() => {
    let isCurrent = true;
    openInterview(clientId, surveyId).then(
      (opened) => {
        if (isCurrent) setInterview(opened);
      },
      (failure: unknown) => {
        if (isCurrent)
          setError(failure instanceof LinkError ? failure.message : 'Please try again.');
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [clientId, surveyId, tries]);
  if (interview) return <Open interview={interview} {...props} />;
  if (error === undefined) return <p role="status">Loading…</p>;
  return (
    <section className={linkClasses.card} role="alert">
      <p>{error}</p>
      <div className={linkClasses.buttons}>
        <button
          type="button"
          className={linkClasses.primary}
          onClick={() => {
            setError(undefined);
            setTries(tries + 1);
          }}
        >
          Try again
        </button>
        <button type="button" className={linkClasses.quiet} onClick={props.onClose}>
          Back
        </button>
      </div>
    </section>
  );
}

/**
 * Begins or resumes the interview. Without a connection it returns the last reading in this browser, together
 * with the unsent answers.
 */
async function openInterview(clientId: string, surveyId: number): Promise<LinkInterview> {
  const mark = await markNow();
  const name = interviewReading(surveyId);
  try {
    const body = { clientId, surveyId };
    const begun = await callByLink<LinkInterview>({
      ...{ method: 'POST', path: '/api/link/interviews', body },
    });
    // The server accepts answers, so answers that it refused before are sent again.
    changeKept(begun.clientId, ({ refusal: _, ...kept }) => kept);
    void keepOpened(mark, begun);
    return begun;
  } catch (failure) {
    const isAway = failure instanceof LinkError && (failure.status === 0 || failure.status >= 500);
    const kept = isAway ? await readReading<LinkInterview>(name) : null;
    if (!kept) throw failure;
    return kept.value;
  }
}

type OpenProps = Omit<Props, 'surveyId'> & { interview: LinkInterview };

function Open({ interview, name, onClose }: OpenProps) {
  const [done, setDone] = useState<LinkCompleted>();
  const answers = useAnswers(interview, setDone);
  if (done) return <Thanks title={interview.title} onClose={onClose} />;
  return (
    <div className={classes.interview}>
      <header className={classes.top}>
        <button type="button" className={linkClasses.quiet} onClick={onClose}>
          Back to the list
        </button>
        <h1 dir="auto">{interview.title}</h1>
      </header>
      {answers.isCompleting ? (
        <Waiting answers={answers} />
      ) : (
        <Asking {...{ interview, answers, name }} />
      )}
      <WhereTheyAre whereabouts={answers.whereabouts} onSend={answers.sendNow} />
    </div>
  );
}

type AskingProps = { interview: LinkInterview; answers: Answers; name: string };

/**
 * Shows one question at a time, or all answers. It begins at the first question without an answer, or with all
 * answers when none is missing.
 */
function Asking({ interview, answers, name }: AskingProps) {
  const { asked, standings, answered } = answers;
  const [chosen, choose] = useState<number | 'overview'>(() =>
    answered === asked.length && asked.length > 0
      ? 'overview'
      : (asked.find((place) => standings[place] === 'unanswered') ?? 0),
  );
  const place = chosen === 'overview' ? chosen : (asked.find((one) => one >= chosen) ?? 'overview');
  const question = place === 'overview' ? undefined : interview.questions[place];
  const before = asked.findLast((one) => place === 'overview' || one < place);
  return (
    <>
      <p className={linkClasses.soft}>
        {question && `Question ${asked.indexOf(Number(place)) + 1} of ${asked.length} · `}
        {answered} of {asked.length} answered
      </p>
      <progress
        className={classes.progress}
        aria-label="Answered"
        max={asked.length}
        value={answered}
      />
      {question ? (
        <Question key={question.id} {...{ interview, answers, question }}>
          <SectionNotApplicable {...{ interview, answers, place: Number(place) }} onGo={choose} />
        </Question>
      ) : (
        <Overview {...{ interview, answers, name }} onGo={choose} />
      )}
      <nav className={classes.bar} aria-label="Questions">
        <button
          type="button"
          className={linkClasses.quiet}
          disabled={before === undefined}
          onClick={() => choose(before ?? 0)}
        >
          Previous
        </button>
        {question && (
          <>
            <button type="button" className={linkClasses.quiet} onClick={() => choose('overview')}>
              All answers
            </button>
            <button
              type="button"
              className={linkClasses.primary}
              onClick={() => choose(asked.find((one) => one > Number(place)) ?? 'overview')}
            >
              Next
            </button>
          </>
        )}
      </nav>
    </>
  );
}

function Waiting({ answers: { whereabouts } }: { answers: Answers }) {
  return (
    <section className={linkClasses.card} role="status">
      <h2 ref={focusOn} tabIndex={-1}>
        {whereabouts.kind === 'refused' ? 'Not sent' : 'Completed, not sent yet'}
      </h2>
      <p>{waitingWords(whereabouts)}</p>
    </section>
  );
}

function waitingWords(whereabouts: Whereabouts): string {
  if (whereabouts.kind === 'refused')
    return whereabouts.wasCompleted
      ? 'This questionnaire was completed before, and the brand has those answers. It did not take the answers of this page. They are kept in this browser.'
      : 'The brand did not take these answers. They are kept in this browser.';
  if (whereabouts.kind === 'here' && whereabouts.hasEnded)
    return 'The brand does not have these answers, because the link has ended.';
  return whereabouts.kind === 'here' && whereabouts.isDurable
    ? 'The answers are kept in this browser. They are sent as soon as there is a connection: leave this page open, or open the same link here again.'
    : 'The answers are being sent. Leave this page open.';
}

function Thanks({ title, onClose }: { title: string; onClose: () => void }) {
  return (
    <section className={linkClasses.card} role="status">
      <h2 ref={focusOn} tabIndex={-1}>
        Thank you
      </h2>
      <p>“{title}” is completed. The brand has your answers.</p>
      <button type="button" className={linkClasses.primary} onClick={onClose}>
        Back to the list
      </button>
    </section>
  );
}
