import { Anchor } from '@mantine/core';
import { IconChartHistogram } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import type { ResultRow } from '#domain/results/results.ts';
import { formatAgo } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { paths } from '#web/paths.ts';
import { BeforeAppeal } from '#web/ui/responses/before-appeal.tsx';
import { Empty } from '#web/ui/notices/empty.tsx';
import { FromDevice } from '#web/ui/notices/from-device.tsx';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { NotCounted } from '#web/ui/notices/not-counted.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { StartInterviewButton } from '#web/ui/start-interview-button.tsx';

import oneLine from './one-line.module.css';
import { readRecent } from './read-dashboard.ts';
import { ScoreAndVerdict } from './score-and-verdict.tsx';
import classes from './scored-rows.module.css';

export function RecentResponses() {
  const { data, error, refetch } = useQuery(readRecent);
  return (
    <Panel
      title="Recent responses"
      density="compact"
      lead={data?.isCached && <FromDevice savedAt={data.savedAt} />}
      actions={
        <Anchor component={Link} to={paths.results}>
          View Results
        </Anchor>
      }
    >
      {error && (
        <LoadError title="Failed to fetch responses" error={error} onRetry={() => void refetch()} />
      )}
      {data?.value.rows.length === 0 && (
        <Empty
          icon={<IconChartHistogram size={26} stroke={1.5} aria-hidden />}
          title="No responses found"
          text="Every completed interview shows here with its score."
          action={<StartInterviewButton />}
        />
      )}
      <ul className={classes.rows}>
        {data?.value.rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ul>
    </Panel>
  );
}

function Row({ row }: { row: ResultRow }) {
  return (
    <li className={classes.row} data-of="response">
      <span className={classes.words}>
        <Link
          to={paths.results}
          search={{ response: row.id }}
          className={`${oneLine.text} ${classes.hotel}`}
        >
          {row.hotelName || 'No hotel'}
        </Link>
        <span className={`${oneLine.text} ${classes.about}`}>
          {formatAgo(row.completedAt, useNow())} · {row.respondentName} · {row.surveyTitle}
          {row.corrected && ' · Corrected'}
          <BeforeAppeal response={row} />
        </span>
        <NotCounted counts={row.counts} />
      </span>
      <ScoreAndVerdict percent={row.percent} verdict={row.verdict} causes={row.causes} />
    </li>
  );
}
