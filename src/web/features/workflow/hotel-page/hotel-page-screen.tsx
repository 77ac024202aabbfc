import { Button, Skeleton } from '@mantine/core';
import { IconPencil, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useState, type ComponentProps } from 'react';

import type { Hotel } from '#domain/hotels/hotel.ts';
import { scopeOf } from '#domain/people/person.ts';
import { EditNotice } from '#web/features/workflow/edit-notice.tsx';
import { useHotel } from '#web/features/workflow/use-hotel.ts';
import { useMoves } from '#web/features/workflow/use-moves.ts';
import { useAddress } from '#web/lib/address.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { isRefused } from '#web/offline/readings/forget-readings.ts';
import { reportQuery } from '#web/offline/readings/report-reading.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { hotelReportPath, interviewPath, paths } from '#web/paths.ts';
import { Deferred } from '#web/ui/deferred.tsx';
import { Empty } from '#web/ui/notices/empty.tsx';
import { FromDevice } from '#web/ui/notices/from-device.tsx';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { Page } from '#web/ui/page.tsx';
import { ReturnedToYou } from '#web/ui/responses/returned-to-you.tsx';
import { Say } from '#web/ui/notices/say.tsx';
import { EvaluationTab, type Field } from './evaluation-tab.tsx';
import { EvidenceTab } from './evidence-tab.tsx';
import { HistoryTab } from './history-tab.tsx';
import { HotelHead } from './hotel-head.tsx';
import classes from './hotel-page.module.css';
import { hotelPageSchema, type HotelTab } from './hotel-page-view.ts';
import { HotelTabs } from './hotel-tabs.tsx';
import { InterviewsTab } from './interviews-tab.tsx';
import { MoreForHotel } from './more-for-hotel.tsx';
import { NextStepButton } from './next-step-button.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { useHasActions } from './use-has-actions.ts';

// Loaded only when the hotel has waivers.
const EndingWaivers = lazy(async () => ({
  default: (await import('./ending-waivers.tsx')).EndingWaivers,
}));

const ActionsTab = lazy(async () => ({ default: (await import('./actions-tab.tsx')).ActionsTab }));

/** Shows the page of one hotel. A hotel's name links here. */
export function HotelPageScreen() {
  const { hotelId } = useParams({ strict: false });
  // The key resets the page for each hotel, so that text typed at one hotel never shows at another.
  return <HotelPage key={hotelId} hotelId={Number(hotelId)} />;
}

function HotelPage({ hotelId }: { hotelId: number }) {
  const read = useHotel(hotelId);
  const { reading, error, retry } = read;
  if (error && (!reading || isRefused(error))) return <NotLoaded error={error} onRetry={retry} />;
  return (
    <Deferred value={read.hotel}>
      {(hotel) => (hotel ? <Loaded {...read} hotel={hotel} /> : <Waiting />)}
    </Deferred>
  );
}

type Read = ReturnType<typeof useHotel>;

function Loaded({ hotel, edited, reading }: Read & { hotel: Hotel }) {
  const hotelId = hotel.id;
  const isOnline = useIsOnline();
  const navigate = useNavigate();
  const [{ tab }, change] = useAddress(hotelPageSchema);
  const { move } = useMoves();
  const [wanted, setWanted] = useState<Field>();
  const reached = useCallback(() => setWanted(undefined), []);
  const write = (field: Field) => {
    setWanted(field);
    if (tab !== 'evaluation') change({ tab: 'evaluation' });
  };
  return (
    <Page
      title={hotel.hotelName}
      lead={
        <>
          {hotel.hotelBrand} · {hotel.hotelCity}, {hotel.hotelState}{' '}
          {reading?.isCached && <FromDevice savedAt={reading.savedAt} />}
        </>
      }
      actions={<Actions hotel={hotel} onMove={move} onWrite={write} />}
    >
      <ReturnedToYou
        hotelId={hotelId}
        onOpen={(resume) => void navigate({ to: interviewPath(hotelId), search: { resume } })}
      />
      <div>
        <EditNotice edited={edited} isOnline={isOnline} />
        {hotel.waivers && (
          <Suspense>
            <EndingWaivers waivers={hotel.waivers} />
          </Suspense>
        )}
        <Head hotel={hotel} />
      </div>
      <div className={classes.parts}>
        <Tabs hotelId={hotelId} current={tab} />
        {tab === 'overview' && <OverviewTab hotel={hotel} />}
        {tab === 'interviews' && <InterviewsTab hotelId={hotelId} />}
        {tab === 'actions' && (
          <Suspense fallback={<Skeleton height={400} />}>
            <ActionsTab hotelId={hotelId} />
          </Suspense>
        )}
        {tab === 'evidence' && <EvidenceTab hotelId={hotelId} />}
        {tab === 'evaluation' && (
          <EvaluationTab hotel={hotel} onMove={move} wanted={wanted} onReached={reached} />
        )}
        {tab === 'history' && <HistoryTab hotelId={hotelId} />}
      </div>
    </Page>
  );
}

function Tabs({ hotelId, current }: { hotelId: number; current: HotelTab }) {
  const { data } = useQuery(reportQuery(hotelId, {}));
  return (
    <HotelTabs
      current={current}
      hasEvidence={data?.value.hasEvidence === true}
      hasActions={useHasActions(hotelId)}
    />
  );
}

function Head({ hotel }: { hotel: Hotel }) {
  const { data, error } = useQuery(reportQuery(hotel.id, {}));
  return <HotelHead hotel={hotel} report={data?.value} hasFailed={error !== null} />;
}

type ActionsProps = ComponentProps<typeof NextStepButton>;

function Actions(props: ActionsProps) {
  const { id } = props.hotel;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPencil size={18} aria-hidden />}
        renderRoot={(root) => (
          <Link {...root} to={paths.hotels} search={{ hotel: id }} preload={false} />
        )}
      >
        Edit
      </Button>
      <Button
        variant="default"
        leftSection={<IconPrinter size={18} aria-hidden />}
        renderRoot={(root) => <Link {...root} to={hotelReportPath(id)} preload={false} />}
      >
        Print report
      </Button>
      <NextStepButton {...props} />
      <MoreForHotel hotelId={id} />
    </>
  );
}

/**
 * Shows why the hotel is missing. For people who see only their own hotels, it may also belong to
 * someone else now.
 */
function NotLoaded({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const seesAll = scopeOf(useCurrentUser()).kind === 'all';
  if (!isRefused(error))
    return (
      <Page title="Hotel">
        <LoadError
          title="The hotel could not be loaded"
          offline="The hotel needs a connection"
          error={error}
          onRetry={onRetry}
        />
      </Page>
    );
  return (
    <Page title="Hotel">
      <Empty
        title={seesAll ? 'We couldn’t find this hotel' : 'You don’t have access to this hotel'}
        text={
          seesAll
            ? 'It may have been deleted.'
            : 'It may have been deleted, or assigned to someone else. Contact your administrator if you need access.'
        }
        action={
          <Button component={Link} to={paths.hotels} variant="default">
            All hotels
          </Button>
        }
      />
    </Page>
  );
}

/** Shows placeholders in the page's shape, so that nothing moves when the hotel arrives. */
function Waiting() {
  return (
    <Page title="Hotel" lead={<Skeleton height={20} width="14rem" />}>
      <Say words="Loading…" />
      <Skeleton height={136} />
      <Skeleton height={400} />
    </Page>
  );
}
