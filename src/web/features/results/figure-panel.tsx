import { Button, Skeleton } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

import { Deferred } from '#web/ui/deferred.tsx';
import { Empty } from '#web/ui/notices/empty.tsx';
import { FigureTable, type Figures } from '#web/ui/charts/figure-table.tsx';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { Panel } from '#web/ui/panel.tsx';
import classes from './figure-panel.module.css';

type Props<T> = {
  /**
   * What the chart shows. It is the title until there are figures, and then a line below the title.
   */
  subject: string;
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch' | 'isPlaceholderData'>;
  /** The expected height of the chart, so that nothing moves when it appears. */
  height: number;
  isEmpty: (data: T) => boolean;
  /** Returns why there is no chart, if the reason is another than that nothing was scored. */
  nothing?: (data: T) => string | undefined;
  /** The button that may bring figures when there are none. */
  remedy?: ReactNode;
  finding: (data: T) => string;
  /** The chart's figures as a table. Left out when the chart itself is a table. */
  figures?: (data: T) => Figures;
  children: (data: T) => ReactNode;
};

/** Shows a chart. Its title is its main finding, and its figures can be shown as a table. */
export function FigurePanel<T>(props: Props<T>) {
  return (
    <Deferred value={props.query.data}>{(data) => <Arrived data={data} {...props} />}</Deferred>
  );
}

function Arrived<T>({
  data,
  subject,
  query,
  height,
  ...props
}: Props<T> & { data: T | undefined }) {
  const { isEmpty, nothing, remedy, finding, figures, children } = props;
  const { error, refetch, isPlaceholderData } = query;
  const [asTable, setAsTable] = useState(false);
  if (error)
    return (
      <Panel title={subject}>
        <LoadError title="Failed to fetch figures" error={error} onRetry={() => void refetch()} />
      </Panel>
    );
  if (data === undefined) return <WaitingFigure subject={subject} height={height} />;
  const reason = nothing?.(data);
  if (isEmpty(data))
    return (
      <Panel title={subject}>
        <div className={classes.empty} style={{ minHeight: height }}>
          {/* By default there is no button here, because the list of responses below already says what helps. */}
          <Empty title={reason ?? 'Nothing scored in this range'} action={remedy} />
        </div>
      </Panel>
    );
  return (
    <Panel
      title={finding(data)}
      lead={subject}
      actions={figures && <Switch on={asTable} onSwitch={() => setAsTable(!asTable)} />}
    >
      <div className={classes.content} data-old={isPlaceholderData}>
        {!asTable && children(data)}
        {figures && <FigureTable figures={figures(data)} shown={asTable} />}
      </div>
    </Panel>
  );
}

function Switch({ on, onSwitch }: { on: boolean; onSwitch: () => void }) {
  const Icon = on ? IconChartBar : IconTable;
  return (
    <Button
      className={classes.switch ?? ''}
      variant="subtle"
      size="compact-sm"
      leftSection={<Icon size={16} aria-hidden />}
      onClick={onSwitch}
    >
      {on ? 'Chart' : 'Table'}
    </Button>
  );
}

export function WaitingFigure({ subject, height }: { subject: string; height: number }) {
  return (
    <Panel title={subject} lead="Loading…">
      <Skeleton height={height} />
    </Panel>
  );
}
