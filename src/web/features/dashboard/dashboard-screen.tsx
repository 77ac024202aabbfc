import { useQueries } from '@tanstack/react-query';

import { useCurrentUser } from '#web/lib/current-user.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Page } from '#web/ui/page.tsx';

import classes from './dashboard-screen.module.css';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { readBoard, readRecent, readSessions, readTrend } from './read-dashboard.ts';
import { RecentResponses } from './recent-responses.tsx';
import { ResumeList } from './resume-list.tsx';
import { ScoreTrend } from './score-trend.tsx';
import { StageCounts } from './stage-counts.tsx';
import { UnsentWork } from './unsent-work.tsx';
import { useDevice } from './use-device.ts';

const today = new Intl.DateTimeFormat(undefined, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
});

/** What needs me now (decision 34). */
export function DashboardScreen() {
  const { name } = useCurrentUser();
  const now = new Date(useNow());
  return (
    <Page title={greet(name, now.getHours())} windowTitle="Dashboard" lead={today.format(now)}>
      <Sections />
    </Page>
  );
}

/** Sections are as long as what is in them, so they come together: none pushes another away. */
function Sections() {
  const device = useDevice();
  const queries = useQueries({ queries: [readSessions, readBoard, readRecent, readTrend] });
  if (!device || queries.some(({ isPending }) => isPending)) return <DashboardSkeleton />;
  return (
    <>
      <UnsentWork count={device.unsentCount} />
      <ResumeList device={device} />
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
