import { Anchor, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import type { Action, ActionEvent } from '#domain/actions/action.ts';
import { countWords, formatMoment } from '#web/lib/format.ts';
import { roundPath } from '#web/paths.ts';
import { EvidenceFiles } from '#web/ui/evidence/evidence-files.tsx';
import list from '#web/ui/event-list.module.css';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import classes from './action-dialog.module.css';
import { eventInWords } from './action-words.ts';
import { filesOfEvent } from './files-of-action.ts';

/** The number of events that are shown at first: the latest ones. */
const mostShown = 20;
/** Milliseconds. An event that arrived at least this long after it was done shows both times. */
const worthSaying = 60_000;

type Props = { action: Action; isOnline: boolean };

/** Shows what happened with the action, the latest first. */
export function ActionHistory({ action, isOnline }: Props) {
  const [showsAll, setShowsAll] = useState(false);
  const { events, createdAt } = action;
  const shown = events.toReversed().slice(0, showsAll ? undefined : mostShown);
  const more = events.length - shown.length;
  return (
    <section aria-label="History">
      <h3 className={classes.heading}>History</h3>
      <ol className={list.events}>
        {shown.map((event) => (
          <Event key={event.id} event={event} hotelId={action.hotelId} isOnline={isOnline} />
        ))}
        {more === 0 && (
          <li>
            <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
            <p>Made from a finding.</p>
          </li>
        )}
      </ol>
      {more > 0 && (
        <Button variant="default" onClick={() => setShowsAll(true)}>
          Show {countWords(more, 'earlier event')}
        </Button>
      )}
    </section>
  );
}

type EventProps = { event: ActionEvent; hotelId: number; isOnline: boolean };

function Event({ event, hotelId, isOnline }: EventProps) {
  const { at, claimedAt, applied, refusal, text, roundId } = event;
  const { who, words } = eventInWords(event);
  const isLate = claimedAt !== null && Date.parse(at) - Date.parse(claimedAt) > worthSaying;
  return (
    <li>
      <time dateTime={at}>{formatMoment(at)}</time>
      <div>
        <p>
          {who !== null && <strong>{who}</strong>} {words}{' '}
          {!applied && <StatusBadge tone="warn">Not applied</StatusBadge>}
        </p>
        {!applied && refusal !== null && <p>{refusal}</p>}
        {text !== '' && <p className={classes.text}>{text}</p>}
        {isLate && <p className={classes.soft}>Done {formatMoment(claimedAt)}.</p>}
        {roundId !== undefined && (
          <Anchor
            renderRoot={(props) => (
              <Link {...props} to={roundPath(hotelId, roundId)} preload={false} />
            )}
          >
            Open the round
          </Anchor>
        )}
        <EvidenceFiles files={filesOfEvent(event, isOnline)} label="Evidence" />
      </div>
    </li>
  );
}
