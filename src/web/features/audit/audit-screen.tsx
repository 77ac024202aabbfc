import { Skeleton } from '@mantine/core';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import {
  useInfiniteQuery,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { useEffect } from 'react';

import type { AuditPage } from '#domain/audit/event.ts';
import { isReversed, reversedWords } from '#domain/reversed-range.ts';
import { eventParts } from '#domain/audit/event-sentence.ts';
import { useAddress } from '#web/lib/address.ts';
import { countWords, formatMoment } from '#web/lib/format.ts';
import { Empty } from '#web/ui/notices/empty.tsx';
import { ExportButton } from '#web/ui/export-button.tsx';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { NoMatch } from '#web/ui/filters/no-match.tsx';
import { Page } from '#web/ui/page.tsx';
import { Say } from '#web/ui/notices/say.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { AuditList } from './audit-list.tsx';
import classes from './audit-list.module.css';
import {
  auditViewSchema,
  filterOf,
  isFiltered,
  noFilters,
  type AuditView,
  type ChangeView,
} from './audit-view.ts';
import { eventsQuery } from './read-audit.ts';
import { objectOf } from './object-link.ts';

/** Shows the Audit Trail: who did what to which object, and when. */
export function AuditScreen() {
  const [view, change] = useAddress(auditViewSchema);
  const filter = filterOf(view);
  // The server refuses a range that ends before it begins.
  const isNever = isReversed(view);
  const query = useInfiniteQuery({ ...eventsQuery(filter), enabled: !isNever });
  const events = isNever ? [] : query.data?.pages.flatMap((page) => page.events);
  const hasEvents = events !== undefined && events.length > 0;
  const isLooking = useSearchFurther(query);
  const [about] = events ?? [];
  const isAbout = about && objectOf(about) === view.object;
  const objectName = isAbout ? eventParts(about).find(({ isObject }) => isObject)?.text : undefined;
  return (
    <Page
      title="Audit Trail"
      lead="Who did what, and when. Nobody can change or delete an event."
      actions={
        <ExportButton
          path="/api/audit-events/export"
          query={filter}
          hasForms
          icon={<IconDownload size={18} aria-hidden />}
        >
          Export
        </ExportButton>
      }
    >
      <AuditFilters view={view} objectName={objectName} onChange={change} />
      {query.error && !(hasEvents && query.isFetchNextPageError) && (
        <LoadError
          title="The Audit Trail could not be loaded"
          offline="The Audit Trail needs a connection"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isLoading && <Waiting />}
      {isLooking && <Looking to={query.data?.pages.at(-1)?.searchedTo ?? null} />}
      {events && !isLooking && !query.error && (
        <Say words={foundWords(events.length, hasEvents && query.hasNextPage)} />
      )}
      {events?.length === 0 && (isNever || !query.hasNextPage) && (
        <Nothing view={view} onChange={change} />
      )}
      {events && <AuditList events={events} onChange={change} />}
      {hasEvents && query.hasNextPage && (
        <div className={classes.foot}>
          <ShowMore pages={query} what="events" label="Show earlier events" />
        </div>
      )}
    </Page>
  );
}

/** Returns the number of events found, for people who do not see the list change. */
function foundWords(count: number, hasMore: boolean): string {
  return `${hasMore ? 'The latest ' : ''}${countWords(count, 'event')}`;
}

type Pages = UseInfiniteQueryResult<InfiniteData<AuditPage>>;

/**
 * Continues a search that has found nothing so far, page by page, back to the beginning. Returns
 * true while it searches.
 */
function useSearchFurther(query: Pages): boolean {
  const { data, error, hasNextPage, isFetching, isPlaceholderData, fetchNextPage } = query;
  const hasNone = data?.pages.every(({ events }) => events.length === 0) === true;
  const isLooking = hasNone && hasNextPage && !error && !isPlaceholderData;
  useEffect(() => {
    if (isLooking && !isFetching) void fetchNextPage();
  }, [isLooking, isFetching, fetchNextPage]);
  return isLooking;
}

function Looking({ to }: { to: string | null }) {
  const words = `Nothing back to ${formatMoment(to)} so far. Searching further…`;
  return (
    <p className={classes.foot}>
      {words}
      <Say words={words} />
    </p>
  );
}

function Nothing({ view, onChange }: { view: AuditView; onChange: ChangeView }) {
  if (isReversed(view))
    return <Empty title="No events found" text={`${reversedWords}. Change one of the two days.`} />;
  if (!isFiltered(view))
    return (
      <Empty
        icon={<IconHistory size={26} stroke={1.5} aria-hidden />}
        title="No events yet"
        text="Every change to hotels, surveys, interviews and users is listed here."
      />
    );
  return <NoMatch what="events" onClear={() => onChange(noFilters)} />;
}

function Waiting() {
  return (
    <section className={classes.day}>
      <Say words="Loading…" />
      <div className={classes.heading} aria-hidden>
        <Skeleton height={28} width="14rem" />
      </div>
      <div aria-hidden>
        {Array.from({ length: 12 }, (_, index) => (
          <div key={index} className={classes.event}>
            <Skeleton height={26} width="3rem" />
            <Skeleton height={26} />
          </div>
        ))}
      </div>
    </section>
  );
}
