import { Skeleton } from '@mantine/core';

import { Panel } from '#web/ui/panel.tsx';
import { Say } from '#web/ui/say.tsx';

import classes from './dashboard-screen.module.css';
import cards from './resume-list.module.css';

/** The dashboard's shape while it is read for the first time. */
export function DashboardSkeleton() {
  return (
    <>
      <Say words="Loading…" />
      <Panel title="Interviews to resume">
        <div className={cards.cards} aria-hidden>
          {[1, 2, 3, 4].map((one) => (
            <Skeleton key={one} height={188} radius="md" />
          ))}
        </div>
      </Panel>
      <div className={classes.columns}>
        <Panel title="Recent responses">
          <Lines count={8} height={44} />
        </Panel>
        <div className={classes.column}>
          <Panel title="Hotels by stage">
            <Lines count={6} height={30} />
          </Panel>
          <Panel title="Scores over time">
            <Skeleton height={200} />
          </Panel>
        </div>
      </div>
    </>
  );
}

function Lines({ count, height }: { count: number; height: number }) {
  return (
    <div aria-hidden>
      {Array.from({ length: count }, (_, line) => line).map((line) => (
        <Skeleton key={line} height={height} my={height / 4} />
      ))}
    </div>
  );
}
