import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import type { Board } from '#domain/workflow/board.ts';
import { formatNumber } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';
import { FromDevice } from '#web/ui/from-device.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { stageTones, toneMark } from '#web/ui/tones.ts';

import { readBoard } from './read-dashboard.ts';
import classes from './stage-counts.module.css';

export function StageCounts() {
  const { data, error, refetch } = useQuery(readBoard);
  return (
    <Panel
      title="Hotels by stage"
      lead={data?.isCached && <FromDevice savedAt={data.savedAt} />}
      actions={
        <Anchor component={Link} to={paths.workflow}>
          Open board
        </Anchor>
      }
    >
      {error && (
        <LoadError title="Error loading hotels" error={error} onRetry={() => void refetch()} />
      )}
      {data && <Stages counts={data.value.stages} />}
    </Panel>
  );
}

function Stages({ counts }: { counts: Board['stages'] }) {
  const most = Math.max(1, ...counts.map(({ count }) => count));
  return (
    <ul className={classes.stages}>
      {counts.map(({ stage, count }) => (
        <li key={stage}>
          <Link to={paths.workflow} search={{ stage }} className={classes.stage}>
            <span>{stage}</span>
            <span className={classes.count}>{formatNumber(count)}</span>
            <span className={classes.track} aria-hidden>
              <span
                className={classes.bar}
                style={{
                  width: `${(100 * count) / most}%`,
                  backgroundColor: toneMark(stageTones[stage]),
                }}
              />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
