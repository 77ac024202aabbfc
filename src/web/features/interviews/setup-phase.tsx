import { Skeleton } from '@mantine/core';

import type { Hotel } from '#domain/hotels/hotel.ts';
import { ApiError } from '#web/lib/api.ts';
import { formatMoment } from '#web/lib/format.ts';
import { useArrived } from '#web/lib/use-arrived.ts';
import { NotAbandoned } from '#web/offline/not-abandoned.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page } from '#web/ui/page.tsx';

import { BackToWorkflow } from './back-to-workflow.tsx';
import classes from './setup.module.css';
import { NoHotel } from './no-hotel.tsx';
import { ResumeCard } from './resume-card.tsx';
import { SetupForm } from './setup-form.tsx';
import { useHotel, useResumable } from './use-setup.ts';

type Props = {
  hotelId: number;
  /** Goes to the interview of this client id. */
  onOpen: (clientId: string) => void;
};

/** Before an interview: the hotel, what is under way there, and the form that begins a new one. */
export function SetupPhase({ hotelId, onOpen }: Props) {
  const hotel = useHotel(hotelId);
  const read = useResumable(hotelId);
  const resumable = useArrived(hotel.data && read);
  if (hotel.error instanceof ApiError && hotel.error.status < 500) return <NoHotel />;
  return (
    <Page
      title="Interview"
      width="narrow"
      lead={hotel.data?.isCached && `Without a connection: as of ${since(hotel.data.savedAt)}`}
      actions={<BackToWorkflow />}
    >
      {hotel.data && resumable ? (
        <>
          <HotelBanner hotel={hotel.data.value} />
          <NotAbandoned hotelId={hotelId} />
          {resumable.map((one) => (
            <ResumeCard key={one.clientId} interview={one} hotelId={hotelId} onResume={onOpen} />
          ))}
          <SetupForm hotel={hotel.data.value} onBegun={onOpen} />
        </>
      ) : (
        !hotel.isError && <ComingSetup />
      )}
      {hotel.isError && (
        <LoadError
          title="This hotel is not on this device yet"
          error={hotel.error}
          onRetry={() => void hotel.refetch()}
        />
      )}
    </Page>
  );
}

function since(savedAt: number): string {
  return formatMoment(new Date(savedAt).toISOString());
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
