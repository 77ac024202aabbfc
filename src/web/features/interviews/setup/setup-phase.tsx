import { Alert, Skeleton } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { lazy, Suspense, useDeferredValue } from 'react';

import type { Hotel } from '#domain/hotels/hotel.ts';
import { ApiError, detailOf, OfflineError } from '#web/lib/api.ts';
import { NotAbandoned } from '#web/ui/responses/not-abandoned.tsx';
import { Deferred } from '#web/ui/deferred.tsx';
import { FromDevice } from '#web/ui/notices/from-device.tsx';
import { lazyBeside } from '#web/ui/lazy-beside.tsx';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { Page } from '#web/ui/page.tsx';
import { Say } from '#web/ui/notices/say.tsx';

import { BackToWorkflow } from '#web/features/interviews/back-to-workflow.tsx';
import classes from './setup.module.css';
import { NoHotel } from './no-hotel.tsx';
import { SetupForm } from './setup-form.tsx';
import { useActiveSurveys, useHotel, useResumable, useSessions } from './use-setup.ts';

const BesidesSetup = lazyBeside(async () => (await import('./besides-setup.tsx')).BesidesSetup);

const ResumeCards = lazy(async () => ({
  default: (await import('./resume-cards.tsx')).ResumeCards,
}));

type Props = {
  hotelId: number;
  /** The survey that was just asked at this hotel, to ask another person the same. */
  surveyId?: number | undefined;
  /** Opens the interview with this client id. */
  onOpen: (clientId: string) => void;
};

/** Shows the setup: the hotel, its interviews in progress, and the form that begins a new one. */
export function SetupPhase({ hotelId, surveyId, onOpen }: Props) {
  const hotel = useHotel(hotelId);
  const sessions = useSessions(hotelId);
  // The code of the cards is loaded only when there is an interview to resume. Because the value is deferred,
  // React keeps showing the former screen until that code has arrived. Otherwise the cards would push the form
  // down.
  const read = useDeferredValue(useResumable(hotelId));
  const active = useActiveSurveys();
  if (hotel.error instanceof ApiError && saysNoHotel.has(hotel.error.status)) return <NoHotel />;
  return (
    <Page title="Interview" width="reading" takesFocus actions={<BackToWorkflow />}>
      <Suspense fallback={<ComingSetup />}>
        <Deferred value={hotel.data && read}>
          {(resumable) =>
            hotel.data && resumable ? (
              <>
                <HotelBanner hotel={hotel.data.value} />
                <NotAbandoned hotelId={hotelId} />
                {sessions.error && !sessions.data && <SessionsUnread error={sessions.error} />}
                <Deferred>
                  <Suspense>
                    <BesidesSetup hotel={hotel.data.value} onOpen={onOpen} />
                  </Suspense>
                </Deferred>
                {resumable.length > 0 && (
                  <ResumeCards interviews={resumable} hotelId={hotelId} onResume={onOpen} />
                )}
                <SetupForm
                  hotel={hotel.data.value}
                  active={active}
                  surveyId={surveyId}
                  onBegun={onOpen}
                />
                {/* Below the form: it goes when the server answers, and must move nothing then. */}
                {hotel.data.isCached && <FromDevice savedAt={hotel.data.savedAt} />}
              </>
            ) : (
              !hotel.isError && <ComingSetup />
            )
          }
        </Deferred>
      </Suspense>
      {hotel.isError && <HotelUnread error={hotel.error} onRetry={() => void hotel.refetch()} />}
    </Page>
  );
}

function HotelUnread({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const title =
    error instanceof OfflineError
      ? 'This hotel is not on this device yet'
      : 'The hotel could not be loaded';
  return <LoadError title={title} error={error} onRetry={onRetry} />;
}

/**
 * Only these statuses mean that there is no such hotel. A busy or failing server says nothing about
 * it.
 */
const saysNoHotel = new Set([403, 404]);

/**
 * Shown when the server's interviews of this hotel are unknown, because one of them may wait to be
 * resumed.
 */
function SessionsUnread({ error }: { error: Error }) {
  const title =
    error instanceof OfflineError
      ? 'Interviews begun elsewhere are not on this device'
      : 'Interviews under way could not be loaded';
  return (
    <Alert color="orange" role="group" icon={<IconCloudOff aria-hidden />} title={title}>
      <Say words={title} />
      {error instanceof OfflineError
        ? 'Connect to resume one of them. What was begun on this device shows below.'
        : `${detailOf(error)} What was begun on this device shows below.`}
    </Alert>
  );
}

function ComingSetup() {
  return (
    <>
      <Skeleton h={92} radius="lg" />
      <Skeleton h={340} radius="lg" />
      <Skeleton h={90} radius="lg" />
    </>
  );
}

function HotelBanner({ hotel }: { hotel: Hotel }) {
  return (
    <section className={classes.banner} aria-label="Hotel">
      <p className={classes.hotelName}>{hotel.hotelName}</p>
      <p className={classes.hotelPlace}>
        {hotel.hotelBrand} · {hotel.hotelCity}
      </p>
    </section>
  );
}
