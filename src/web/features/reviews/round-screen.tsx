import { Alert, Anchor, Skeleton } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

import { can } from '#domain/people/person.ts';
import { plural } from '#domain/plural.ts';
import type { RoundReview } from '#domain/rounds/review.ts';
import { sameFindingsInWords } from '#domain/rounds/same-finding.ts';
import { isNotFound } from '#web/lib/api.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { countWords, formatDate, formatDay } from '#web/lib/format.ts';
import { isRefused } from '#web/offline/readings/forget-readings.ts';
import { roundQuery } from '#web/offline/readings/round-reading.ts';
import { hotelPath } from '#web/paths.ts';
import { Empty } from '#web/ui/notices/empty.tsx';
import { EvidenceViewer } from '#web/ui/evidence/evidence-viewer.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { FromDevice } from '#web/ui/notices/from-device.tsx';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { Page } from '#web/ui/page.tsx';
import { Say } from '#web/ui/notices/say.tsx';
import { Score } from '#web/ui/charts/score.tsx';
import { roundStatusWords } from '#web/ui/rounds/round-status-words.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { shownFilesOf } from './files-of-round.ts';
import { AskBeforeLeaving } from './ask-before-leaving.tsx';
import { AskHotel } from './ask-hotel.tsx';
import { ActionsOfRound } from './actions-of-round.tsx';
import { RoundActs } from './round-acts.tsx';
import { ReviewedInterviewPanel } from './reviewed-interview.tsx';
import { UnderWayByLink } from './under-way-by-link.tsx';
import { roundTitles, statusTones } from './round-words.ts';
import classes from './reviews.module.css';

const ExitPlansOfRound = lazy(async () => ({
  default: (await import('./exit-plans-of-round.tsx')).ExitPlansOfRound,
}));

/** Shows one round for review: what was found, what reviewers remarked, and what to decide. */
export function RoundScreen() {
  const { hotelId, roundId } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(roundQuery(Number(roundId)));
  // After a failure that may pass, the last reading stays, with what somebody is typing in it.
  if (error && (!data || isRefused(error)))
    return <NotLoaded error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  if (data.value.hotelId !== Number(hotelId)) return <NotFound />;
  const { value: round, isCached } = data;
  const name = roundTitles[round.kind];
  return (
    <Page
      title={name}
      windowTitle={`${name}, ${round.hotelName}`}
      lead={
        <>
          <Anchor renderRoot={(root) => <Link {...root} to={hotelPath(round.hotelId)} />}>
            {round.hotelName}
          </Anchor>{' '}
          · Cycle {round.cycle} {isCached && <FromDevice savedAt={data.savedAt} />}
        </>
      }
      actions={
        <>
          <AskHotel round={round} />
          <RoundActs round={round} />
        </>
      }
    >
      <Head round={round} />
      <AppealsLine round={round} />
      <UnderWayByLink interviews={round.underWayByLink ?? []} />
      {round.exitPlans && (
        <Suspense>
          <ExitPlansOfRound plans={round.exitPlans} />
        </Suspense>
      )}
      <AskBeforeLeaving>
        <Interviews round={round} />
      </AskBeforeLeaving>
    </Page>
  );
}

function Head({ round }: { round: RoundReview }) {
  const { status, approvedAt, approvedBy, submittedAt, submittedBy, percent, verdict } = round;
  const cause = sameFindingsInWords(round.sameFindings);
  const findings = round.interviews.flatMap(({ answers }) =>
    answers.filter(({ isFinding }) => isFinding),
  ).length;
  const by = (name: string | null, at: string) =>
    `${formatDate(at)} by ${name ?? 'someone who has left'}`;
  const facts = [
    [
      'Status',
      <StatusBadge key="status" tone={statusTones[status]}>
        {roundStatusWords[status]}
      </StatusBadge>,
    ],
    [
      'Score',
      <span key="score" className={classes.score}>
        <Score percent={percent} verdict={verdict} />
        {(status === 'open' || status === 'submitted') && percent !== null && (
          <span className={classes.soft}>Provisional</span>
        )}
        {cause !== null && <span className={classes.soft}>{cause}</span>}
      </span>,
    ],
    ['Interviews', String(round.responses)],
    ['Findings', String(findings)],
    ...(approvedAt === null
      ? []
      : [['Actions', <ActionsOfRound key="actions" round={round} />] as const]),
    ...(submittedAt === null ? [] : [['Submitted', by(submittedBy, submittedAt)] as const]),
    ...(approvedAt === null ? [] : [['Approved', by(approvedBy, approvedAt)] as const]),
  ] as const;
  return <Facts facts={facts} className={classes.facts} />;
}

/** Says until when an answer can be appealed, and to those who decide, how many appeals are open. */
function AppealsLine({ round: { appeals } }: { round: RoundReview }) {
  const decides = can(useCurrentUser(), 'appeals.decide');
  if (!appeals) return null;
  const { until, canFile, list } = appeals;
  const open = list.filter(({ status }) => status === 'open').length;
  return (
    <>
      {decides && open > 0 && (
        <Alert color="violet" icon={<IconScale size={20} stroke={1.6} aria-hidden />}>
          {countWords(open, 'appeal')} open
        </Alert>
      )}
      {until !== null && (
        <p className={classes.soft}>
          Appeals {canFile ? 'can' : 'could'} be filed until {formatDay(until)}.
        </p>
      )}
    </>
  );
}

function Interviews({ round }: { round: RoundReview }) {
  const { interviews, interviewCount, approvedAt, appeals, status, kind } = round;
  if (interviews.length === 0)
    return status === 'closed' || status === 'cancelled' ? (
      <Empty
        title="No interviews"
        text={`This round was ${status} before an interview was held.`}
      />
    ) : (
      <Empty
        title="No interviews yet"
        text={
          kind === 'self'
            ? 'Ask the hotel to assess itself by a link, or hold an interview while it is in this stage.'
            : 'Interviews that are held while the hotel is in this stage are listed here.'
        }
      />
    );
  const more = interviewCount - interviews.length;
  return (
    <EvidenceViewer files={shownFilesOf(interviews)}>
      <div className={classes.interviews}>
        {interviews.map((interview) => (
          <ReviewedInterviewPanel
            key={interview.responseId}
            interview={interview}
            round={round}
            isLocked={approvedAt !== null}
            appeals={appeals}
          />
        ))}
        {more > 0 && (
          <p className={classes.soft}>
            {countWords(more, 'more interview')} of this round {plural(more, 'is', 'are')} listed
            with the responses of Survey Results.
          </p>
        )}
      </div>
    </EvidenceViewer>
  );
}

function NotLoaded({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (isNotFound(error)) return <NotFound />;
  return (
    <Page title="Round">
      <LoadError
        title="The round could not be loaded"
        offline="The round needs a connection"
        error={error}
        onRetry={onRetry}
      />
    </Page>
  );
}

function NotFound() {
  return (
    <Page title="Round">
      <Empty
        title="We couldn’t find this round"
        text="Its hotel may have been deleted, or assigned to someone else."
      />
    </Page>
  );
}

function Waiting() {
  return (
    <Page title="Round">
      <Say words="Loading…" />
      <Skeleton height={64} />
      <Skeleton height={280} />
      <Skeleton height={280} />
    </Page>
  );
}
