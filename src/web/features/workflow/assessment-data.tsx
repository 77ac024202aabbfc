import { Button, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { ResultRow } from '#domain/results/results.ts';
import { countWords, formatNumber, formatPercent } from '#web/lib/format.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { NotCounted } from '#web/ui/not-counted.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { verdictTones } from '#web/ui/tones.ts';
import { DialogSection } from './dialog-section.tsx';
import classes from './hotel-dialog.module.css';
import { responsesQuery, responsesShown } from './read-workflow.ts';

/** As many as the server gives at a time, 200. */
const mostPages = 200 / responsesShown;

/** The responses of the hotel, the latest first. */
export function AssessmentData({ hotelId }: { hotelId: number }) {
  const [pages, setPages] = useState(1);
  const { data, error, isFetching, refetch } = useQuery({
    ...responsesQuery(hotelId, pages),
    placeholderData: keepPreviousData,
  });
  const rows = data?.value.rows ?? [];
  const hasMore = data !== undefined && rows.length < data.value.total && pages < mostPages;
  return (
    <DialogSection
      title="Assessment Data"
      note={data && data.value.total > 0 && <Count of={data.value.total} />}
    >
      {!data && !error && <Skeleton height={92} />}
      {error && !data && (
        <LoadError title="Failed to fetch responses" error={error} onRetry={() => void refetch()} />
      )}
      {data && rows.length === 0 && (
        <p className={classes.soft}>No surveys completed for this hotel yet</p>
      )}
      <ul className={classes.responses}>
        {rows.map((row) => (
          <Response key={row.id} row={row} />
        ))}
      </ul>
      {hasMore && (
        <Button variant="default" mt="sm" loading={isFetching} onClick={() => setPages(pages + 1)}>
          Show more
        </Button>
      )}
    </DialogSection>
  );
}

function Count({ of }: { of: number }) {
  return <span className={classes.soft}>{countWords(of, 'response')}</span>;
}

function Response({ row }: { row: ResultRow }) {
  return (
    <li className={classes.response}>
      <div className={classes.responseHead}>
        <span className={classes.soft}>#{row.id}</span>
        <NotCounted counts={row.counts} />
        <StatusBadge tone={verdictTones[row.verdict]}>{row.verdict}</StatusBadge>
      </div>
      <div className={classes.responseHead}>
        <p>
          <span className={classes.strong}>{row.respondentName}</span>
          <span className={classes.soft}>, {row.respondentJobTitle}</span>
        </p>
        <p className={classes.score}>
          {formatNumber(row.totalScore)} / {formatNumber(row.maxScore)}{' '}
          <strong>{formatPercent(row.percent)}</strong>
        </p>
      </div>
      {row.notes && <p className={classes.notes}>{row.notes}</p>}
    </li>
  );
}
