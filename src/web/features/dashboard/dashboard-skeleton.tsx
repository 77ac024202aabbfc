import { Skeleton } from '@mantine/core';

import { Panel } from '#web/ui/panel.tsx';
import { Say } from '#web/ui/say.tsx';

import classes from './dashboard-screen.module.css';
import figures from './key-figures.module.css';

/** Shows the dashboard's shape while it is read for the first time. */
export function DashboardSkeleton({ interviewsFirst }: { interviewsFirst: boolean }) {
  const toDo = (
    <Panel title="To do" density="compact">
      <Lines count={6} height={28} gap={12} />
    </Panel>
  );
  return (
    <>
      <Say words="Loading…" />
      {!interviewsFirst && <Figures />}
      <div className={classes.now} data-first={interviewsFirst ? 'interviews' : 'to-do'}>
        {!interviewsFirst && toDo}
        <Panel title="Interviews to resume" density="compact">
          <Lines count={4} height={44} gap={16} />
        </Panel>
        {interviewsFirst && toDo}
      </div>
      {interviewsFirst && <Figures />}
      <div className={classes.pictures}>
        <Panel title="Scores over time" density="compact">
          <Skeleton height={204} />
        </Panel>
        <Panel title="Hotels by stage" density="compact">
          <Lines count={6} height={26} gap={8} />
        </Panel>
        <Panel title="Lowest scores" density="compact">
          <Lines count={5} height={30} gap={10} />
        </Panel>
        <Panel title="Recent responses" density="compact">
          <Lines count={5} height={30} gap={10} />
        </Panel>
      </div>
    </>
  );
}

function Figures() {
  return (
    <div className={figures.strip} aria-hidden>
      {[1, 2, 3, 4].map((one) => (
        <Skeleton key={one} height={84} radius="lg" />
      ))}
    </div>
  );
}

function Lines({ count, height, gap }: { count: number; height: number; gap: number }) {
  return (
    <div aria-hidden>
      {Array.from({ length: count }, (_, line) => line).map((line) => (
        <Skeleton key={line} height={height} my={gap / 2} />
      ))}
    </div>
  );
}
