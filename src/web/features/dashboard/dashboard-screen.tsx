import { useQueries, useQuery } from '@tanstack/react-query';

import { once } from '#domain/once.ts';
import { can, scopeOf } from '#domain/people/person.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Deferred } from '#web/ui/deferred.tsx';
import { Page } from '#web/ui/page.tsx';

import classes from './dashboard-screen.module.css';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { NextSteps } from './next-steps.tsx';
import { PortfolioHealth } from './portfolio-health.tsx';
import {
  anew,
  readBoard,
  readQuiet,
  readRecent,
  readSessions,
  readToReview,
  readTrend,
  readUsers,
} from './read-dashboard.ts';
import { QuietHotels } from './quiet-hotels.tsx';
import { RecentResponses } from './recent-responses.tsx';
import { ResumeList } from './resume-list.tsx';
import { ScoreTrend } from './score-trend.tsx';
import { StageCounts } from './stage-counts.tsx';
import { ToReview } from './to-review.tsx';
import { UnsentWork } from './unsent-work.tsx';
import { useDevice, type OnDevice } from './use-device.ts';

const today = once(
  () => new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' }),
);

/** What needs me now (rule 34). */
export function DashboardScreen() {
  const { name } = useCurrentUser();
  const now = new Date(useNow());
  return (
    <Page title={greet(name, now.getHours())} windowTitle="Dashboard" lead={today().format(now)}>
      <Sections />
    </Page>
  );
}

/** Sections are as long as what is in them, so they come together: none pushes another away. */
function Sections() {
  const read = useDevice();
  const person = useCurrentUser();
  const queries = useQueries({
    queries: [
      { ...readSessions, ...anew },
      { ...readBoard, ...anew },
      { ...readQuiet, ...anew },
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
  return (
    <Deferred value={isWaiting ? undefined : read}>
      {(device) => (device ? <Ready device={device} toReview={total} /> : <DashboardSkeleton />)}
    </Deferred>
  );
}

function Ready({ device, toReview }: { device: OnDevice; toReview: number }) {
  const person = useCurrentUser();
  // Whoever has hotels of their own goes on where they were; others see first what waits.
  const resumesFirst = scopeOf(person).kind === 'assigned';
  return (
    <>
      <UnsentWork unsent={device.unsent} />
      <ToReview count={toReview} />
      {resumesFirst && <ResumeList device={device} />}
      {can(person, 'users.manage') && <PortfolioHealth />}
      <NextSteps />
      <QuietHotels />
      {!resumesFirst && <ResumeList device={device} />}
      <div className={classes.columns}>
        <RecentResponses />
        <div className={classes.column}>
          <StageCounts />
          <ScoreTrend />
        </div>
      </div>
    </>
  );
}

function greet(name: string, hour: number): string {
  const [firstName = ''] = name.split(' ');
  const greeting =
    hour < 5 || hour >= 18 ? 'Good evening' : hour < 12 ? 'Good morning' : 'Good afternoon';
  return firstName ? `${greeting}, ${firstName}` : greeting;
}
