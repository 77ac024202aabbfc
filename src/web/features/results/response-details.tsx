import { Button, Skeleton, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { isUnanswered } from '#domain/responses/ask.ts';
import type { AskedQuestion, ResponseDetail } from '#domain/responses/response.ts';
import { verdictInWords } from '#domain/scoring/verdict-in-words.ts';
import { isNotFound } from '#web/lib/api.ts';
import { formatMoment, formatNumber, formatPercent, nothing } from '#web/lib/format.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { BeforeAppeal } from '#web/ui/responses/before-appeal.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Empty } from '#web/ui/notices/empty.tsx';
import { EvidenceViewer } from '#web/ui/evidence/evidence-viewer.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { focusOn } from '#web/ui/focus-on.ts';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { NotCounted } from '#web/ui/notices/not-counted.tsx';
import { Score, VerdictBadge } from '#web/ui/charts/score.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { AskedQuestions, Categories, type Order } from './asked-questions.tsx';
import { CorrectAnswers } from './correct-answers.tsx';
import { Corrections } from './corrections.tsx';
import { interviewTime } from './interview-time.ts';
import { Neighbours } from './neighbours.tsx';
import { responseQuery } from './read-results.ts';
import { Review } from './review.tsx';
import { useResponseEvidence } from './use-response-evidence.ts';
import classes from './response-details.module.css';

type Props = { id: number | undefined; onClose: () => void };

/** Shows one response: every question as it was asked, the answer, and the points it lost. */
export function ResponseDetails({ id, onClose }: Props) {
  const isPhone = useMediaQuery('(max-width: 47.99em)') ?? false;
  const [order, setOrder] = useState<Order>('lost');
  const [isViewing, setViewing] = useState(false);
  return (
    <Dialog
      opened={id !== undefined}
      onClose={onClose}
      title="Response details"
      size="xl"
      asksIf="written"
      fullScreen={isPhone}
      // While the light box is open over this dialog, Escape must close only the light box.
      closeOnEscape={!isViewing}
    >
      {id !== undefined && (
        <Details {...{ id, order, onClose }} onOrder={setOrder} onViewing={setViewing} />
      )}
    </Dialog>
  );
}

type DetailsProps = {
  id: number;
  order: Order;
  onOrder: (order: Order) => void;
  /** Says whether a picture is open over the dialog. */
  onViewing: (is: boolean) => void;
  onClose: () => void;
};

function Details(props: DetailsProps) {
  const { id } = props;
  const { data, error, refetch } = useQuery(responseQuery(id));
  /**
   * `is` turns false when the user leaves the form. The focus then returns to the button that
   * opened it.
   */
  const [correcting, setCorrecting] = useState<{ of: number; is: boolean }>();
  const isCorrecting = correcting?.of === id ? correcting.is : undefined;
  const correct = (is: boolean) => setCorrecting({ of: id, is });
  if (data && isCorrecting) return <CorrectAnswers response={data} onDone={() => correct(false)} />;
  return (
    <>
      <Neighbours id={id} />
      {error ? (
        <NotLoaded error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Whole {...props} response={data} isBack={isCorrecting === false} onCorrect={correct} />
      ) : (
        <Stack className={classes.waiting ?? ''}>
          {Array.from({ length: 6 }, (_, index) => (
            <Skeleton key={index} height={64} />
          ))}
        </Stack>
      )}
    </>
  );
}

/** Shows why there is no response. Retry is offered only where it can help. */
function NotLoaded({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (isNotFound(error))
    return (
      <Empty
        title="We couldn’t find this response"
        text="It may have been deleted, or its hotel assigned to someone else."
      />
    );
  return <LoadError title="The response could not be loaded" error={error} onRetry={onRetry} />;
}

type WholeProps = DetailsProps & {
  response: ResponseDetail;
  /** True when the user has just left the form for corrections. */
  isBack: boolean;
  onCorrect: (is: true) => void;
};

function Whole({ response, isBack, onCorrect, ...props }: WholeProps) {
  const { order, onOrder, onViewing, onClose } = props;
  const isOnline = useIsOnline();
  const { files, words } = useResponseEvidence(response);
  const canCorrect = response.canCorrect === 'own' || response.canCorrect === 'with-reason';
  return (
    <EvidenceViewer files={files} onViewing={onViewing}>
      <Summary response={response} evidence={words} onClose={onClose} />
      <AskedQuestions {...{ files, order, onOrder, response }} questions={response.questions} />
      <div className={classes.acts}>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {canCorrect && (
          <Button
            ref={isBack ? focusOn : null}
            variant="default"
            disabled={!isOnline}
            onClick={() => onCorrect(true)}
          >
            Correct answers
          </Button>
        )}
        {canCorrect && !isOnline && <span>Correcting answers needs a connection.</span>}
      </div>
    </EvidenceViewer>
  );
}

/** Says why the response needs a review, if the score alone does not explain it. */
function Why({ response }: { response: ResponseDetail }) {
  const { causes = [], rules, questions, percent } = response;
  const places = (is: (question: AskedQuestion) => boolean) =>
    questions.flatMap((question, place) => (is(question) ? [place] : []));
  const words = verdictInWords({
    ...{ causes, rules, questions, percent: formatPercent(percent) },
    findings: places(({ finding }) => finding === true),
    unanswered: places(isUnanswered),
  });
  return words && <p className={classes.why}>{words}</p>;
}

type SummaryProps = {
  response: ResponseDetail;
  /** The amount of evidence in words; empty when there is none. */
  evidence: string;
  onClose: () => void;
};

function Summary({ response, evidence, onClose }: SummaryProps) {
  const facts = [
    [
      'Hotel',
      [response.hotelName, response.hotelBrand].filter(Boolean).join(', ') || 'Deleted hotel',
    ],
    ['Survey', `${response.surveyTitle}, edition\u00A0${response.edition}`],
    ['Respondent', `${response.respondentName}, ${response.respondentJobTitle}`],
    ['Completed', formatMoment(response.completedAt)],
    ['Interview time', interviewTime(response)],
    ['Held by', response.conductedBy ?? nothing],
    ...(evidence ? [['Evidence', evidence] as const] : []),
  ] as const;
  return (
    <div className={classes.summary}>
      <div className={classes.score}>
        <span className={classes.percent}>
          <Score percent={response.percent} verdict={response.verdict} bare />
        </span>
        <BeforeAppeal response={response} />
        <span>
          {formatNumber(response.totalScore)} of {formatNumber(response.maxScore)} points
        </span>
        <VerdictBadge verdict={response.verdict} />
        <NotCounted counts={response.counts} />
        {response.corrected && <StatusBadge tone="brass">Corrected</StatusBadge>}
      </div>
      <Why response={response} />
      <Categories questions={response.questions} />
      <Facts facts={facts} className={classes.facts} />
      <Corrections response={response} />
      {response.reviewReasons.length > 0 && <Review response={response} onDone={onClose} />}
      {response.notes && (
        <div className={classes.notes}>
          <h3>Interview Notes</h3>
          <p dir="auto">{response.notes}</p>
        </div>
      )}
    </div>
  );
}
