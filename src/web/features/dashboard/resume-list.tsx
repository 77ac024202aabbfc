import { Anchor, Button, Progress, Title } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';

import { formatAgo } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { hotelPath, interviewPath, paths } from '#web/paths.ts';
import { Empty } from '#web/ui/notices/empty.tsx';
import { FromDevice } from '#web/ui/notices/from-device.tsx';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { Panel } from '#web/ui/panel.tsx';

import { allWords, interviewsToResume, mostShown, type ToResume } from './interviews-to-resume.ts';
import oneLine from './one-line.module.css';
import { readBoard, readSessions } from './read-dashboard.ts';
import classes from './resume-list.module.css';
import type { OnDevice } from './use-device.ts';
import { useIsPhone } from './use-is-phone.ts';

const shownAtFirst = { wide: 4, phone: 3 };

export function ResumeList({ device }: { device: OnDevice }) {
  const sessions = useQuery(readSessions);
  const { data: board, error: boardError } = useQuery(readBoard);
  const [showsAll, setShowsAll] = useState(false);
  const hotels = board?.value.hotels ?? [];
  const names = new Map(hotels.map(({ id, hotelName }) => [id, hotelName]));
  const all = interviewsToResume(sessions.data?.value ?? [], device, names);
  const isListed = board?.isCached === false && boardError === null;
  const few = useIsPhone() ? shownAtFirst.phone : shownAtFirst.wide;
  const shown = all.slice(0, showsAll ? mostShown : few);
  return (
    <Panel
      title="Interviews to resume"
      density="compact"
      actions={
        all.length > few && (
          <Anchor
            component="button"
            aria-expanded={showsAll}
            onClick={() => setShowsAll(!showsAll)}
          >
            {showsAll ? 'Show fewer' : allWords(all.length)}
          </Anchor>
        )
      }
      lead={sessions.data?.isCached && <FromDevice savedAt={sessions.data.savedAt} />}
    >
      {sessions.error && all.length === 0 && (
        <LoadError
          title="Error loading interviews"
          error={sessions.error}
          onRetry={() => void sessions.refetch()}
        />
      )}
      {sessions.data && all.length === 0 && <NoInterviews />}
      <ul className={classes.rows}>
        {shown.map((one) => (
          <ResumeRow key={one.clientId} interview={one} isGone={isListed && !one.hotelName} />
        ))}
      </ul>
    </Panel>
  );
}

/** `isGone` means that the server has just listed all hotels, and this one is not among them. */
function ResumeRow({ interview, isGone }: { interview: ToResume; isGone: boolean }) {
  const { hotelId, hotelName, surveyTitle, respondentName, respondentJobTitle } = interview;
  const { percent, caution } = interview;
  const id = useId();
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Title order={3} id={id} className={`${oneLine.text} ${classes.hotel}`}>
          {hotelName ? (
            <Link to={hotelPath(hotelId)} title={hotelName}>
              {hotelName}
            </Link>
          ) : isGone ? (
            'Hotel no longer listed'
          ) : (
            'Hotel name not loaded'
          )}
        </Title>
        <div className={classes.abouts}>
          <p className={`${oneLine.text} ${classes.about}`}>
            {respondentName}
            <span className={classes.more}>
              , {respondentJobTitle} · {surveyTitle}
            </span>
          </p>
          <p className={`${oneLine.text} ${classes.about}`}>
            {formatAgo(new Date(interview.updatedAt).toISOString(), useNow())}
            {caution && ` · ${caution}`}
          </p>
        </div>
      </div>
      <div className={classes.progress}>
        <span className={classes.percent}>{percent}%</span>
        <Progress value={percent} size={6} color="var(--bw-accent)" aria-label="Answered" />
      </div>
      <Button
        component={Link}
        to={interviewPath(hotelId)}
        id={`${id}-go`}
        aria-labelledby={`${id}-go ${id}`}
        size="xs"
        variant="light"
        className={classes.go ?? ''}
      >
        Resume Interview
      </Button>
    </li>
  );
}

function NoInterviews() {
  return (
    <Empty
      icon={<IconMessages size={26} stroke={1.5} aria-hidden />}
      title="No interviews in progress"
      text="Unfinished interviews show here, on every device you sign in on."
      action={
        <Button component={Link} to={paths.workflow} variant="default">
          Choose a hotel
        </Button>
      }
    />
  );
}
