import { Accordion, Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import type { Hotel } from '#domain/hotels/hotel.ts';
import type { InterviewSession } from '#domain/interviews/session.ts';
import { formatMoment } from '#web/lib/format.ts';
import type { Resumable } from '#web/offline/resumable.ts';
import { interviewPath } from '#web/paths.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { HotelSection } from './hotel-section.tsx';
import classes from './hotel-dialog.module.css';
import { InProgressList } from './in-progress-list.tsx';
import { useInterviews } from './use-interviews.ts';

/** Shows Begin Interview and the hotel's interviews. All of it works without a connection. */
export function InterviewActions({ hotel }: { hotel: Hotel }) {
  const { inProgress, completed, isLoading, isRead, error, retry } = useInterviews(hotel.id);
  const begins = hotel.stage === 'Onsite Assessment';
  const isEmpty = inProgress.length + completed.length === 0;
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
      {isLoading && <Waiting />}
      {error && !isRead && (
        <LoadError title="The interviews could not be loaded" error={error} onRetry={retry} />
      )}
      {!isLoading && isRead && isEmpty && !begins && (
        <p className={classes.soft}>No interview sessions found for this hotel</p>
      )}
      {!isLoading && (!isEmpty || (begins && isRead)) && (
        <Lists hotelId={hotel.id} inProgress={inProgress} completed={completed} />
      )}
    </HotelSection>
  );
}

type ListsProps = {
  hotelId: number;
  inProgress: readonly Resumable[];
  completed: readonly InterviewSession[];
};

function Lists({ hotelId, inProgress, completed }: ListsProps) {
  return (
    <Accordion multiple defaultValue={['in-progress']} variant="contained" order={4}>
      <Accordion.Item value="in-progress">
        <Accordion.Control>Interviews in Progress ({inProgress.length})</Accordion.Control>
        <Accordion.Panel>
          {inProgress.length === 0 && <p className={classes.soft}>No interviews in progress</p>}
          <InProgressList hotelId={hotelId} interviews={inProgress} />
        </Accordion.Panel>
      </Accordion.Item>
      <Accordion.Item value="completed">
        <Accordion.Control>Completed Interviews ({completed.length})</Accordion.Control>
        <Accordion.Panel>
          {completed.length === 0 && <p className={classes.soft}>No completed interviews</p>}
          <ul className={classes.rows}>
            {completed.map((one) => (
              <Completed key={one.id} session={one} />
            ))}
          </ul>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}

function Completed({ session }: { session: InterviewSession }) {
  return (
    <li className={classes.row}>
      <div>
        <p className={classes.strong}>{session.surveyTitle}</p>
        <p className={classes.soft}>
          {session.respondentName} · {formatMoment(session.lastUpdatedAt)}
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
