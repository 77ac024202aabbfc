import { useQueries, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';

import { once } from '#domain/once.ts';
import { can, scopeOf } from '#domain/people/person.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Deferred } from '#web/ui/deferred.tsx';
import { Page } from '#web/ui/page.tsx';

import classes from './dashboard-screen.module.css';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { greet } from './greet.ts';
import { KeyFigures } from './key-figures.tsx';
import { LowestScores } from './lowest-scores.tsx';
import {
  anew,
  readActions,
  readBoard,
  readQuiet,
  readRecent,
  readSessions,
  readToReview,
  readTrend,
  readUsers,
} from './read-dashboard.ts';
import { RecentResponses } from './recent-responses.tsx';
import { ResumeList } from './resume-list.tsx';
import { ScoreTrend } from './score-trend.tsx';
import { StageCounts } from './stage-counts.tsx';
import { ToDo } from './to-do.tsx';
import { UnsentWork } from './unsent-work.tsx';
import { useDevice, type OnDevice } from './use-device.ts';

/** Loaded only where it is needed: on an installation's first day. */
const FirstDay = lazy(async () => ({ default: (await import('./first-day.tsx')).FirstDay }));

const today = once(
  () => new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' }),
);

/** Shows what the user needs to do now (rule 34). */
export function DashboardScreen() {
  const { name } = useCurrentUser();
  const now = new Date(useNow());
  return (
    <Page
      title={greet(name, now.getHours())}
      windowTitle="Dashboard"

      actions={<span className={classes.today}>{today().format(now)}</span>}
    >
      <div className={classes.sections}>
        <Sections />
      </div>
    </Page>
  );
}

/**
 * Shows all sections together once everything is read. A section that came later would move the
 * others.
 */
function Sections() {
  const read = useDevice();
  const person = useCurrentUser();
  const queries = useQueries({
    queries: [
      { ...readSessions, ...anew },
      { ...readBoard, ...anew },
      { ...readQuiet, ...anew },
      { ...readActions, ...anew },
      { ...readRecent, ...anew },
      { ...readTrend(), ...anew },
    ],
  });
  const toReview = useQuery({
    ...readToReview,
    ...anew,
    enabled: can(person, 'responses.review'),
  });
  const users = useQuery({ ...readUsers, ...anew, enabled: can(person, 'users.manage') });
  const isWaiting =
    toReview.isLoading || users.isLoading || queries.some(({ isPending }) => isPending);
  const total = toReview.data?.value.total ?? 0;
  const isFirstDay = useIsFirstDay();
  const skeleton = <DashboardSkeleton interviewsFirst={!can(person, 'users.manage')} />;
  return (
    <Deferred value={isWaiting ? undefined : read}>
      {(device) => {
        if (!device) return skeleton;
        if (!isFirstDay) return <Ready device={device} toReview={total} />;
        return (
          <Suspense fallback={skeleton}>
            <FirstDay device={device} />
          </Suspense>
        );
      }}
    </Deferred>
  );
}

/**
 * True until the first interview of the installation is completed. Only people who see every hotel
 * can know that.
 */
function useIsFirstDay(): boolean {
  const seesAll = scopeOf(useCurrentUser()).kind !== 'assigned';
  const { data } = useQuery({ ...readRecent, enabled: false });
  return seesAll && data?.value.total === 0;
}

function Ready({ device, toReview }: { device: OnDevice; toReview: number }) {
  const person = useCurrentUser();
  // Assessors and consultants see their interviews first, Admins the figures of all hotels.
  const interviewsFirst = !can(person, 'users.manage');
  const toDo = <ToDo device={device} toReview={toReview} />;
  return (
    <>
      <UnsentWork unsent={device.unsent} />
      {!interviewsFirst && <KeyFigures />}
      <div className={classes.now} data-first={interviewsFirst ? 'interviews' : 'to-do'}>
        {!interviewsFirst && toDo}
        <ResumeList device={device} />
        {interviewsFirst && toDo}
      </div>
      {interviewsFirst && <KeyFigures />}
      <div className={classes.pictures}>
        <ScoreTrend />
        <StageCounts device={device} />
        <LowestScores device={device} />
        <RecentResponses />
      </div>
    </>
  );
}
