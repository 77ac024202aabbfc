import { Anchor, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import type { AuditEvent } from '#domain/audit/event.ts';
import { detailsOf, eventParts } from '#domain/audit/event-sentence.ts';
import { can } from '#domain/people/person.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { formatMoment } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';
import { Empty } from '#web/ui/notices/empty.tsx';
import list from '#web/ui/event-list.module.css';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import classes from './hotel-page.module.css';
import { historyQuery } from './read-history.ts';

/** Shows who did what to the hotel, to people who may read the audit trail. */
export function HistoryTab({ hotelId }: { hotelId: number }) {
  const person = useCurrentUser();
  if (can(person, 'audit.read')) return <History hotelId={hotelId} />;
  return (
    <Panel title="History">
      <Empty
        title="Only an Admin can read the history"
        text="It lists who changed what of this hotel, and when. The interviews that were held are under Interviews."
      />
    </Panel>
  );
}

function History({ hotelId }: { hotelId: number }) {
  const { data, error, refetch, ...more } = useInfiniteQuery(historyQuery(hotelId));
  const events = data?.pages.flatMap((page) => page.events);
  return (
    <Panel
      title="History"
      actions={
        <Anchor
          renderRoot={(props) => (
            <Link {...props} to={paths.audit} search={{ object: `hotel:${hotelId}` }} />
          )}
        >
          View in Audit Trail
        </Anchor>
      }
    >
      {error && !more.isFetchNextPageError && (
        <LoadError
          title="The history could not be loaded"
          offline="The history needs a connection"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {!events && !error && <Skeleton height={220} />}
      {events?.length === 0 && (
        <Empty
          title="Nothing has been recorded yet"
          text="Each change of this hotel appears here with who made it, and when."
        />
      )}
      <ol className={list.events}>
        {events?.map((event) => (
          <Event key={event.id} event={event} />
        ))}
      </ol>
      <ShowMore pages={more} what="events" label="Show earlier events" />
    </Panel>
  );
}

/**
 * Shows one audit event as a sentence, with the old and new value of each changed field below it.
 */
function Event({ event }: { event: AuditEvent }) {
  const sentence = eventParts(event).map(({ text }) => text);
  return (
    <li>
      <time dateTime={event.at}>{formatMoment(event.at)}</time>
      <div>
        <p>
          <strong>{event.actorName}</strong> {sentence.join('')}
        </p>
        {detailsOf(event).map(({ label, from, to }) => (
          <p key={label} className={classes.soft}>
            {label}: {from !== undefined && `${from} → `}
            {to}
          </p>
        ))}
      </div>
    </li>
  );
}
