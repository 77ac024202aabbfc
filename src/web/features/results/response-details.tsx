import { Button, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { readAnswer } from '#domain/answers/answer-types.ts';
import type { AskedQuestion, ResponseDetail } from '#domain/responses/response.ts';
import { formatMoment, formatPercent, nothing } from '#web/lib/format.ts';
import { useIsOnline } from '#web/offline/sync-status.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { focusOn } from '#web/ui/focus-on.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { NotCounted } from '#web/ui/not-counted.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { verdictTones } from '#web/ui/tones.ts';
import { CorrectAnswers } from './correct-answers.tsx';
import { Corrections } from './corrections.tsx';
import { interviewTime } from './interview-time.ts';
import { responseQuery } from './read-results.ts';
import { Review } from './review.tsx';
import classes from './response-details.module.css';

type Props = { id: number | undefined; onClose: () => void };

/** One response: every question as it was asked, the answer, and its points of the maximum. */
export function ResponseDetails({ id, onClose }: Props) {
  return (
    <Dialog opened={id !== undefined} onClose={onClose} title="Response details" size="xl">
      {id !== undefined && <Details id={id} onClose={onClose} />}
    </Dialog>
  );
}

function Details({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery(responseQuery(id));
  const isOnline = useIsOnline();
  /** False again once it was left: the focus goes back to its button. */
  const [isCorrecting, setCorrecting] = useState<boolean>();
  const canCorrect = data?.canCorrect === 'own' || data?.canCorrect === 'with-reason';
  if (error)
    return (
      <LoadError
        title="The response could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (!data)
    return (
      <Stack>
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} height={64} />
        ))}
      </Stack>
    );
  if (isCorrecting) return <CorrectAnswers response={data} onDone={() => setCorrecting(false)} />;
  return (
    <>
      <Summary response={data} onClose={onClose} />
      <ol className={classes.questions}>
        {data.questions.map((question) => (
          <Asked key={question.id} question={question} />
        ))}
      </ol>
      <div className={classes.acts}>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {canCorrect && (
          <Button
            ref={isCorrecting === false ? focusOn : null}
            variant="default"
            disabled={!isOnline}
            onClick={() => setCorrecting(true)}
          >
            Correct answers
          </Button>
        )}
        {canCorrect && !isOnline && <span>Correcting answers needs a connection.</span>}
      </div>
    </>
  );
}

function Summary({ response, onClose }: { response: ResponseDetail; onClose: () => void }) {
  const facts = [
    [
      'Hotel',
      [response.hotelName, response.hotelBrand].filter(Boolean).join(', ') || 'Deleted hotel',
    ],
    ['Survey', `${response.surveyTitle}, edition ${response.edition}`],
    ['Respondent', `${response.respondentName}, ${response.respondentJobTitle}`],
    ['Completed', formatMoment(response.completedAt)],
    ['Interview time', interviewTime(response)],
    ['Held by', response.conductedBy ?? nothing],
  ] as const;
  return (
    <div className={classes.summary}>
      <div className={classes.score}>
        <span className={classes.percent}>{formatPercent(response.percent)}</span>
        <span>
          {response.totalScore} of {response.maxScore} points
        </span>
        <StatusBadge tone={verdictTones[response.verdict]}>{response.verdict}</StatusBadge>
        <NotCounted counts={response.counts} />
        {response.corrected && <StatusBadge tone="brass">Corrected</StatusBadge>}
      </div>
      <Facts facts={facts} className={classes.facts} />
      <Corrections response={response} />
      {response.reviewReasons.length > 0 && <Review response={response} onDone={onClose} />}
      {response.notes && (
        <div className={classes.notes}>
          <h3>Interview Notes</h3>
          <p>{response.notes}</p>
        </div>
      )}
    </div>
  );
}

function Asked({ question }: { question: AskedQuestion }) {
  const given = readAnswer(question, question);
  return (
    <li className={classes.question}>
      <div>
        <p className={classes.text}>{question.text}</p>
        <p className={given ? classes.given : classes.none}>{given ?? 'Not answered'}</p>
        {question.kpeCategory && <p className={classes.category}>{question.kpeCategory}</p>}
      </div>
      <p className={classes.points}>
        {question.maximum === null ? 'Not scored' : `${question.score} of ${question.maximum}`}
      </p>
    </li>
  );
}
