import { useQuery } from '@tanstack/react-query';

import { can } from '#domain/people/person.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { surveysQuery } from '#web/offline/readings/reads.ts';
import classes from './dashboard-screen.module.css';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { anew, readBoard, readUsers } from './read-dashboard.ts';
import { ResumeList } from './resume-list.tsx';
import { SetUp } from './set-up.tsx';
import { ToDo } from './to-do.tsx';
import { UnsentWork } from './unsent-work.tsx';
import type { OnDevice } from './use-device.ts';

/**
 * Shows the dashboard until the first interview is completed. It lists what is still to be set up instead of
 * figures, which do not exist yet. Once there are hotels, the lists of what to do and of interviews to resume
 * follow.
 */
export function FirstDay({ device }: { device: OnDevice }) {
  const person = useCurrentUser();
  const isAdministrator = can(person, 'users.manage');
  const surveys = useQuery({ ...surveysQuery, ...anew });
  const hotels = useQuery({ ...readBoard, enabled: false }).data?.value.hotels.length ?? 0;
  const users = useQuery({ ...readUsers, enabled: false }).data?.value;
  if (surveys.isPending) return <DashboardSkeleton interviewsFirst={!isAdministrator} />;
  const asked = (surveys.data?.value ?? []).filter(
    ({ status, edition }) => status === 'active' && edition !== null,
  );
  return (
    <>
      <UnsentWork unsent={device.unsent} />
      <SetUp
        counted={{
          hotels,
          surveys: asked.length,
          people: isAdministrator ? (users?.length ?? 1) : undefined,
          responses: 0,
        }}
      />
      {hotels > 0 && (
        <div className={classes.now}>
          <ToDo device={device} toReview={0} />
          <ResumeList device={device} />
        </div>
      )}
    </>
  );
}
