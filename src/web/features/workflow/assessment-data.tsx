import { Button, Skeleton } from '@mantine/core';

import type { ResultRow } from '#domain/results/results.ts';
import { countWords, formatDate, formatNumber } from '#web/lib/format.ts';
import { BeforeAppeal } from '#web/ui/responses/before-appeal.tsx';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { NotCounted } from '#web/ui/notices/not-counted.tsx';
import { Score, VerdictBadge } from '#web/ui/charts/score.tsx';
import { HotelSection } from './hotel-section.tsx';
import classes from './hotel-dialog.module.css';
import { ResponseLink } from './response-link.tsx';
import { useResponses } from './use-responses.ts';

/** Shows the hotel's responses, the latest first. */
export function AssessmentData({ hotelId }: { hotelId: number }) {
  const { rows, total, hasMore, showMore, isFetching, error, retry } = useResponses(hotelId);
  return (
    <HotelSection
      title="Assessment Data"
      note={total !== undefined && total > 0 && <Count of={total} />}
    >
      {total === undefined && !error && <Skeleton height={92} />}
      {error && <LoadError title="Failed to fetch responses" error={error} onRetry={retry} />}
      {total === 0 && <p className={classes.soft}>No surveys completed for this hotel yet</p>}
      <ul className={classes.responses}>
        {rows.map((row) => (
          <Response key={row.id} row={row} />
        ))}
      </ul>
      {hasMore && (
        <Button variant="default" mt="sm" loading={isFetching} onClick={showMore}>
          Show more
        </Button>
      )}
    </HotelSection>
  );
}

function Count({ of }: { of: number }) {
  return <span className={classes.soft}>{countWords(of, 'response')}</span>;
}

function Response({ row }: { row: ResultRow }) {
  return (
    <li className={classes.response}>
      <div className={classes.responseHead}>
        <span className={classes.soft}>
          #{row.id} · {formatDate(row.completedAt)} · {row.surveyTitle}
        </span>
        <NotCounted counts={row.counts} />
        <VerdictBadge verdict={row.verdict} />
      </div>
      <div className={classes.responseHead}>
        <p>
          <ResponseLink row={row}>{row.respondentName}</ResponseLink>
          <span className={classes.soft}>, {row.respondentJobTitle}</span>
        </p>
        <p className={classes.score}>
          {formatNumber(row.totalScore)} / {formatNumber(row.maxScore)}{' '}
          <strong>
            <Score percent={row.percent} verdict={row.verdict} bare />
          </strong>
          <BeforeAppeal response={row} />
        </p>
      </div>
      {row.notes && <p className={classes.notes}>{row.notes}</p>}
    </li>
  );
}
