import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import type { Board } from '#domain/workflow/board.ts';
import { formatNumber } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';
import { FromDevice } from '#web/ui/notices/from-device.tsx';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { stageTones, toneMark } from '#web/ui/theme/tones.ts';

import classes from './stage-counts.module.css';
import type { OnDevice } from './use-device.ts';
import { useShownBoard } from './use-shown-board.ts';

export function StageCounts({ device }: { device: OnDevice }) {
  const { board, data, error, refetch } = useShownBoard(device);
  return (
    <Panel
      title="Hotels by stage"
      density="compact"
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
      {board && <Stages counts={board.stages} />}
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
