import { Skeleton } from '@mantine/core';

import { Panel } from '#web/ui/panel.tsx';
import { Say } from '#web/ui/notices/say.tsx';

import classes from './dashboard-screen.module.css';
import shapes from './dashboard-skeleton.module.css';
import figures from './key-figures.module.css';

/** Shows the dashboard's shape while it is read for the first time. */
export function DashboardSkeleton({ interviewsFirst }: { interviewsFirst: boolean }) {
  const toDo = (
    <Panel title="To do" density="compact">
      <Lines of="toDo" count={6} />
    </Panel>
  );
  return (
    <>
      <Say words="Loading…" />
      {!interviewsFirst && <Figures />}
      <div className={classes.now} data-first={interviewsFirst ? 'interviews' : 'to-do'}>
        {!interviewsFirst && toDo}
        <Panel title="Interviews to resume" density="compact">
          <Lines of="interviews" count={4} />
        </Panel>
        {interviewsFirst && toDo}
      </div>
      {interviewsFirst && <Figures />}
      <div className={classes.pictures}>
        <Panel title="Scores over time" density="compact">
          <Skeleton className={shapes.plot} />
        </Panel>
        <Panel title="Hotels by stage" density="compact">
          <Lines of="stages" count={6} />
        </Panel>
        <Panel title="Lowest scores" density="compact">
          <Lines of="hotels" count={5} />
        </Panel>
        <Panel title="Recent responses" density="compact">
          <Lines of="responses" count={5} />
        </Panel>
      </div>
    </>
  );
}

function Figures() {
  return (
    <div className={figures.strip} aria-hidden>
      {[1, 2, 3, 4].map((one) => (
        <Skeleton key={one} className={shapes.figure} radius="lg" />
      ))}
    </div>
  );
}

type LinesProps = { of: 'toDo' | 'interviews' | 'stages' | 'hotels' | 'responses'; count: number };

function Lines({ of, count }: LinesProps) {
  return (
    <div className={shapes[of]} aria-hidden>
      {Array.from({ length: count }, (_, line) => line).map((line) => (
        <Skeleton key={line} className={shapes.line} />
      ))}
    </div>
  );
}
