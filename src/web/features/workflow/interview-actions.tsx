import { Accordion, Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import type { Hotel } from '#domain/hotels/hotel.ts';
import type { ResultRow } from '#domain/results/results.ts';
import { formatMoment, formatNumber } from '#web/lib/format.ts';
import type { Resumable } from '#web/offline/drafts/resumable.ts';
import { interviewPath } from '#web/paths.ts';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { HotelSection } from './hotel-section.tsx';
import classes from './hotel-dialog.module.css';
import { InProgressList } from './in-progress-list.tsx';
import { useInterviews } from './use-interviews.ts';
import { useResponses } from './use-responses.ts';

/**
 * Shows Begin Interview and the hotel's interviews. All of it works without a connection. Completed
 * interviews are counted by their responses, like everywhere else: a response that another program sent has no
 * session.
 */
export function InterviewActions({ hotel }: { hotel: Hotel }) {
  const { inProgress, isLoading, isRead, error, retry } = useInterviews(hotel.id);
  const completed = useResponses(hotel.id);
  const begins = hotel.stage === 'Onsite Assessment';
  const isWaiting = isLoading || (completed.total === undefined && !completed.error);
  const isEmpty = inProgress.length === 0 && completed.total === 0;
  return (
    <HotelSection title="Actions">
      {begins && (
        <Button
          component={Link}
          to={interviewPath(hotel.id)}
          leftSection={<IconPlayerPlay size={18} aria-hidden />}
          mb="sm"
        >
          Begin Interview
        </Button>
      )}
      {isWaiting && <Waiting />}
      {error && !isRead && (
        <LoadError title="The interviews could not be loaded" error={error} onRetry={retry} />
      )}
      {!isWaiting && isRead && isEmpty && !begins && (
        <p className={classes.soft}>No interview sessions found for this hotel</p>
      )}
      {!isWaiting && (!isEmpty || (begins && isRead)) && (
        <Lists hotelId={hotel.id} inProgress={inProgress} completed={completed} />
      )}
    </HotelSection>
  );
}

type ListsProps = {
  hotelId: number;
  inProgress: readonly Resumable[];
  completed: ReturnType<typeof useResponses>;
};

function Lists({ hotelId, inProgress, completed }: ListsProps) {
  return (
    <Accordion multiple defaultValue={['in-progress']} variant="contained" order={4}>
      <Accordion.Item value="in-progress">
        <Accordion.Control>
          Interviews in Progress ({formatNumber(inProgress.length)})
        </Accordion.Control>
        <Accordion.Panel>
          {inProgress.length === 0 && <p className={classes.soft}>No interviews in progress</p>}
          <InProgressList hotelId={hotelId} interviews={inProgress} />
        </Accordion.Panel>
      </Accordion.Item>
      {/* Without its count, Assessment Data below says what went wrong. */}
      {completed.total !== undefined && (
        <Accordion.Item value="completed">
          <Accordion.Control>
            Completed Interviews ({formatNumber(completed.total)})
          </Accordion.Control>
          <Accordion.Panel>
            <CompletedList {...completed} />
          </Accordion.Panel>
        </Accordion.Item>
      )}
    </Accordion>
  );
}

function CompletedList({ rows, hasMore, isFetching, showMore }: ListsProps['completed']) {
  return (
    <>
      {rows.length === 0 && <p className={classes.soft}>No completed interviews</p>}
      <ul className={classes.rows}>
        {rows.map((row) => (
          <Completed key={row.id} response={row} />
        ))}
      </ul>
      {hasMore && (
        <Button variant="default" mt="sm" loading={isFetching} onClick={showMore}>
          Show more
        </Button>
      )}
    </>
  );
}

function Completed({ response }: { response: ResultRow }) {
  return (
    <li className={classes.row}>
      <div>
        <p className={classes.strong}>{response.surveyTitle}</p>
        <p className={classes.soft}>
          {response.respondentName} · {formatMoment(response.completedAt)}
        </p>
      </div>
      <StatusBadge tone="good">Complete</StatusBadge>
    </li>
  );
}

function Waiting() {
  return (
    <>
      <VisuallyHidden>Loading...</VisuallyHidden>
      <Skeleton height={102} />
    </>
  );
}
