import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { formatAgo } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import type { Draft } from '#web/offline/database.ts';
import { useStored } from '#web/offline/use-stored.ts';
import { interviewPath } from '#web/paths.ts';
import { Panel } from '#web/ui/panel.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { syncTones } from '#web/ui/tones.ts';

import classes from './sync-list.module.css';

/** Interviews under way on this device. Shows nothing where there are none. */
export function InterviewsHere() {
  const drafts = useStored(async (db) =>
    (await db.drafts.toCollection().sortBy('updatedAt')).reverse(),
  );
  if (!drafts || drafts.length === 0) return null;
  return (
    <Panel
      title="Interviews under way"
      lead="Each is kept here, and copied to the server so that another device can go on with it."
    >
      <ul className={classes.list}>
        {drafts.map((draft) => (
          <UnderWay key={draft.clientId} draft={draft} />
        ))}
      </ul>
    </Panel>
  );
}

function UnderWay({ draft }: { draft: Draft }) {
  const now = useNow();
  const { clientId, hotelId, hotel, edition, respondentName, updatedAt, copyRefused } = draft;
  return (
    <li className={classes.one}>
      <div className={classes.words}>
        <strong>
          {respondentName}, {hotel.hotelName}
        </strong>
        <span>
          {edition.title}, last changed {formatAgo(new Date(updatedAt).toISOString(), now)}
        </span>
        {copyRefused !== null && <span className={classes.reason}>{copyRefused}</span>}
      </div>
      <CopyState draft={draft} />
      <Button
        variant="default"
        renderRoot={(props) => (
          <Link {...props} to={interviewPath(hotelId)} search={{ resume: clientId }} />
        )}
        aria-label={`Resume the interview with ${respondentName}`}
      >
        Resume
      </Button>
    </li>
  );
}

function CopyState({ draft: { copy, copyRefused, revision } }: { draft: Draft }) {
  if (copyRefused !== null) return <StatusBadge tone="warn">On this device only</StatusBadge>;
  if (copy === null || copy.revision < revision)
    return <StatusBadge tone={syncTones.pending}>Copy waits to be sent</StatusBadge>;
  return <StatusBadge tone={syncTones.synced}>Copied to the server</StatusBadge>;
}
