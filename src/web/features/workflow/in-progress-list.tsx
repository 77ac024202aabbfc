import { Button, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { formatAgo } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import type { Resumable } from '#web/offline/drafts/resumable.ts';
import { interviewPath } from '#web/paths.ts';
import { StoredWhere } from '#web/ui/responses/stored-where.tsx';
import classes from './hotel-dialog.module.css';

type Props = { hotelId: number; interviews: readonly Resumable[] };

/** Lists a hotel's interviews that can be resumed, the latest first. */
export function InProgressList({ hotelId, interviews }: Props) {
  return (
    <ul className={classes.rows}>
      {interviews.map((one) => (
        <InProgress key={one.clientId} hotelId={hotelId} interview={one} />
      ))}
    </ul>
  );
}

function InProgress({ hotelId, interview }: { hotelId: number; interview: Resumable }) {
  const { clientId, surveyTitle, respondentName, percent, updatedAt } = interview;
  const now = useNow();
  return (
    <li className={classes.row}>
      <div>
        <p className={classes.strong}>{surveyTitle}</p>
        <p className={classes.soft}>
          {respondentName} · {percent}% complete · last updated{' '}
          {formatAgo(new Date(updatedAt).toISOString(), now)}
        </p>
        <StoredWhere interview={interview} />
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
