import { Accordion, Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import type { Hotel } from '#domain/hotels/hotel.ts';
import type { InterviewSession } from '#domain/interviews/session.ts';
import { formatAgo, formatMoment } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { joinResumable, type Resumable } from '#web/offline/resumable.ts';
import { useInterviewsHere } from '#web/lib/use-interviews-here.ts';
import { interviewPath } from '#web/paths.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { DialogSection } from './dialog-section.tsx';
import classes from './hotel-dialog.module.css';
import { sessionsQuery } from './read-workflow.ts';

/** Begin Interview, and the interviews that there are. All of it works without a connection. */
export function InterviewActions({ hotel }: { hotel: Hotel }) {
  const { data, error, isPending, refetch } = useQuery(sessionsQuery(hotel.id));
  const here = useInterviewsHere(hotel.id);
  const sessions = data?.value ?? [];
  const inProgress = here ? joinResumable(sessions, here.drafts, here.ended) : [];
  const completed = sessions.filter(({ status }) => status === 'completed');
  const begins = hotel.stage === 'Onsite Assessment';
  const isLoading = isPending || !here;
  const isEmpty = inProgress.length + completed.length === 0;
  return (
    <DialogSection title="Actions">
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
      {error && !data && (
        <LoadError
          title="The interviews could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {!isLoading && data && isEmpty && !begins && (
        <p className={classes.soft}>No interview sessions found for this hotel</p>
      )}
      {!isLoading && (!isEmpty || (begins && data)) && (
        <Lists hotelId={hotel.id} inProgress={inProgress} completed={completed} />
      )}
    </DialogSection>
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
          <ul className={classes.rows}>
            {inProgress.map((one) => (
              <InProgress key={one.clientId} hotelId={hotelId} interview={one} />
            ))}
          </ul>
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

function InProgress({ hotelId, interview }: { hotelId: number; interview: Resumable }) {
  const { clientId, surveyTitle, respondentName, percent, updatedAt, caution } = interview;
  const now = useNow();
  return (
    <li className={classes.row}>
      <div>
        <p className={classes.strong}>{surveyTitle}</p>
        <p className={classes.soft}>
          {respondentName} · {percent}% complete · last updated{' '}
          {formatAgo(new Date(updatedAt).toISOString(), now)}
        </p>
        {caution && <StatusBadge tone="warn">{caution}</StatusBadge>}
      </div>
      <Button
        variant="light"
        size="sm"
        renderRoot={(props) => (
          <Link {...props} to={interviewPath(hotelId)} search={{ resume: clientId }} />
        )}
      >
        Resume Interview<VisuallyHidden> with {respondentName}</VisuallyHidden>
      </Button>
    </li>
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
