import { useQuery } from '@tanstack/react-query';
import {
  Fragment,
  lazy,
  Suspense,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
} from 'react';

import { can, scopeOf } from '#domain/people/person.ts';
import type { ResultsFilter, ResultsPage, ResultsSummary } from '#domain/results/results.ts';
import { isReversed } from '#domain/reversed-range.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { useAddress } from '#web/lib/address.ts';
import { dayHere } from '#web/lib/days.ts';
import { formatDay, formatNumber } from '#web/lib/format.ts';
import { choicesQuery } from '#web/offline/readings/choices-reading.ts';
import { Deferred } from '#web/ui/deferred.tsx';
import { FromDevice } from '#web/ui/notices/from-device.tsx';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { Page } from '#web/ui/page.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { AnalyticsTabs } from './analytics-tabs.tsx';
import { CategoryCards } from './category-cards.tsx';
import { comparable, filterBefore, nameOfBefore } from './compare-ranges.ts';
import { ExportResults } from './export-results.tsx';
import figures from './figures.module.css';
import { OneHotel } from './one-hotel.tsx';
import { pageQuery, summaryQuery } from './read-results.ts';
import { ReportLink } from './report-link.tsx';
import { ResponseDetails } from './response-details.tsx';
import { ResponsesTable } from './responses-table.tsx';
import { ResultsFilters } from './results-filters.tsx';
import classes from './results-screen.module.css';
import { filterOf, resultTabs, resultsViewSchema, type ResultTab } from './results-view.ts';
import { SummaryTiles } from './summary-tiles.tsx';
import { SayPage } from './say-page.tsx';
import { ShowResponses } from './to-responses.tsx';
import { WaitingAnalytics } from './waiting-analytics.tsx';

/** The charts' code loads after the first figures, so that the figures never wait for it. */
const Analytics = lazy(async () => ({ default: (await import('./analytics.tsx')).Analytics }));

/** Shows Results and Analytics: figures over the filtered range, and the responses behind them. */
export function ResultsScreen() {
  const person = useCurrentUser();
  const [address, change] = useAddress(resultsViewSchema);
  const mayReview = can(person, 'responses.review');
  const view = mayReview ? address : { ...address, review: undefined };
  // The moment stays the same for the whole visit, so that the range does not change while somebody
  // reads.
  const [now] = useState(Date.now);
  const filter = filterOf(view, now);
  const byConsultant = can(person, 'results.byConsultant');
  const behind = useRef<HTMLDivElement>(null);
  const showResponses = () => {
    behind.current?.scrollIntoView();
    behind.current?.focus({ preventScroll: true });
  };

  const responses = (
    <div ref={behind} tabIndex={-1} className={classes.behind}>
      <ResponsesPanel {...{ view, filter, byConsultant, onChange: change }} />
    </div>
  );

  return (
    <Page
      title="Results and Analytics"
      lead={<Lead filter={filter} />}
      actions={
        <>
          {view.hotel !== undefined && <ReportLink hotelId={view.hotel} filter={filter} />}
          <ExportResults filter={filter} />
        </>
      }
    >
      <ResultsFilters
        view={view}
        filter={filter}
        byConsultant={byConsultant}
        mayReview={mayReview}
        onChange={change}
      />
      {/* Rendered after the title and the filters, so that nothing above moves when this appears. */}
      <Deferred>
        <Deferred>
          {/* The queue of flagged responses has no figures, because they would only push it down. */}
          {!view.review && view.hotel !== undefined && <OneHotel hotelId={view.hotel} />}
          {view.review || isReversed(filter) ? (
            responses
          ) : (
            <ShowResponses value={showResponses}>
              <FiguresOf filter={filter} tab={view.tab} today={dayHere(now)}>
                {responses}
              </FiguresOf>
            </ShowResponses>
          )}
        </Deferred>
      </Deferred>
      <ResponseDetails id={view.response} onClose={() => change({ response: undefined })} />
    </Page>
  );
}

type PanelProps = Omit<ComponentProps<typeof ResponsesTable>, 'page'> & {
  filter: ResultsFilter;
};

const noPage: ResultsPage = { rows: [], total: 0 };

function ResponsesPanel({ filter, ...table }: PanelProps) {
  const { page: number, sort, direction, review } = table.view;
  // The server refuses a range that ends before it begins.
  const isNever = isReversed(filter);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...pageQuery({ ...filter, page: number, sort, direction }),
    enabled: !isNever,
  });
  const isQueue = review !== undefined;
  return (
    <Panel
      title={isQueue ? 'Flagged responses' : 'Recent Responses'}
      lead={
        isQueue &&
        'All dates. Each one counts in the figures unless it is marked “Not counted yet”. Open one to accept or reassign it.'
      }
      padding="none"
    >
      <Deferred value={isNever ? noPage : data}>
        {(page) => (
          <>
            <SayPage page={isPlaceholderData && !isNever ? undefined : page} view={table.view} />
            {!error && <ResponsesTable page={page} {...table} />}
          </>
        )}
      </Deferred>
      {error && (
        <LoadError title="Failed to fetch responses" error={error} onRetry={() => void refetch()} />
      )}
    </Panel>
  );
}

type FiguresProps = {
  filter: ResultsFilter;
  tab: ResultTab;
  today: string;
  /** The responses behind the figures. They come last. */
  children: ReactNode;
};

/**
 * Shows the strip of figures first, and the charts once the figures are there. Without responses there are
 * no charts, so that the list below, which says what to do next, is in sight.
 */
function FiguresOf({ filter, tab, today, children }: FiguresProps) {
  const summary = useQuery(summaryQuery(filter));
  const before = useBefore(filter, summary.isSuccess && !summary.isPlaceholderData);
  const { data: choices } = useQuery(choicesQuery);
  const isLeftOut: Partial<Record<ResultTab, boolean>> = {
    // The tab compares hotels, so it is left out for a single hotel.
    hotels: filter.hotelId !== undefined,
    // Until it is known whether there are standard codes, the tab is shown only if the address names it.
    standards: !(choices ? choices.hasStandards : tab === 'standards'),
  };
  const tabs = resultTabs.filter((one) => !isLeftOut[one]);
  const current = tabs.includes(tab) ? tab : 'overview';
  if (summary.error)
    return (
      <>
        <LoadError
          title="The figures could not be loaded"
          error={summary.error}
          onRetry={() => void summary.refetch()}
        />
        {children}
      </>
    );
  const waiting = <WaitingAnalytics tab={current} filter={filter} />;
  return (
    <Deferred value={summary.data}>
      {(data) => {
        const isEmpty = data?.responses === 0;
        const compared = { summary: comparable(before), isCut: (filter.to ?? today) >= today };
        return (
          <>
            <div className={figures.strip}>
              <CategoryCards summary={data} before={compared} />
              <SummaryTiles summary={data} before={compared} />
            </div>
            {!isEmpty && (
              <>
                <p className={figures.caption}>{before && captionOf(filter, before)}</p>
                <AnalyticsTabs tabs={tabs} current={current} />
                <Suspense fallback={waiting}>
                  {data ? <Analytics tab={current} summary={summary} filter={filter} /> : waiting}
                </Suspense>
              </>
            )}
            {/* A new list takes the place of the charts. The one below them would jump up. */}
            <Fragment key={isEmpty ? 'alone' : 'below charts'}>{children}</Fragment>
          </>
        );
      }}
    </Deferred>
  );
}

/**
 * Reads the summary of the range before, once the current one has arrived, so that the current one
 * never waits.
 */
function useBefore(filter: ResultsFilter, isReady: boolean) {
  const before = filterBefore(filter);
  const { data, isPlaceholderData } = useQuery({
    ...summaryQuery(before ?? filter),
    enabled: isReady && before !== undefined,
  });
  return before && !isPlaceholderData ? data : undefined;
}

function captionOf(filter: ResultsFilter, before: ResultsSummary): string {
  const name = nameOfBefore(filter);
  if (comparable(before)) return `Changes are on ${name}.`;
  return `Too few responses to compare with in ${name}: ${formatNumber(before.responses)}.`;
}

/** Says whose responses are shown, when offline when they were read, and on paper of which days they are. */
function Lead({ filter }: { filter: ResultsFilter }) {
  const { from, to } = filter;
  const { data } = useQuery({
    ...summaryQuery(filter),
    select: (reading) => reading,
    enabled: filter.review === undefined && !isReversed(filter),
  });
  return (
    <>
      <ScopeBadge /> {data?.isCached && <FromDevice savedAt={data.savedAt} />}
      {from && to && (
        <p className={classes.days}>
          {formatDay(from)} to {formatDay(to)}
        </p>
      )}
    </>
  );
}

/** Says whether the user sees all hotels or only their own. */
function ScopeBadge() {
  const person = useCurrentUser();
  if (scopeOf(person).kind === 'assigned')
    return <StatusBadge tone="info">Limited to assigned properties</StatusBadge>;
  if (can(person, 'results.byConsultant'))
    return <StatusBadge tone="accent">Full access - all properties</StatusBadge>;
  return null;
}
