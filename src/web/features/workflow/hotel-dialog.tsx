import { Anchor, Group, Modal, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useModals } from '@mantine/modals';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';

import type { Hotel } from '#domain/hotels/hotel.ts';
import type { Stage } from '#domain/workflow/stages.ts';
import { ApiError } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { whenQuiet } from '#web/lib/when-quiet.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { hotelPath, hotelReportPath, paths } from '#web/paths.ts';
import { FromDevice } from '#web/ui/notices/from-device.tsx';
import { Empty } from '#web/ui/notices/empty.tsx';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { NotRefreshed } from '#web/ui/notices/not-refreshed.tsx';
import { StageBadge } from '#web/ui/stage-badge.tsx';
import type { Movable } from './board-state.ts';
import { EditNotice } from './edit-notice.tsx';
import { focusCard } from './hotel-card.tsx';
import classes from './hotel-dialog.module.css';
import { useHotel } from './use-hotel.ts';

const loadDetails = () => import('./hotel-details.tsx');
const HotelDetails = lazy(async () => ({ default: (await loadDetails()).HotelDetails }));

type Props = {
  hotelId: number | undefined;
  onMove: (hotel: Movable, stage: Stage) => void;
  onClose: () => void;
};

/**
 * Shows one hotel of the board in a dialog, which reads the hotel when it opens. The code of the dialog's
 * content is loaded once the board has arrived.
 */
export function HotelDialog({ hotelId, onMove, onClose }: Props) {
  const isPhone = useMediaQuery('(max-width: 47.99em)') ?? false;
  const { modals } = useModals();
  const shown = useRef(hotelId);
  useEffect(() => {
    shown.current = hotelId ?? shown.current;
  }, [hotelId]);
  // If this fails, the code is loaded when the dialog opens.
  useEffect(
    () =>
      void whenQuiet(queryClient)
        .then(loadDetails)
        .catch(() => undefined),
    [],
  );
  return (
    <Modal.Root
      opened={hotelId !== undefined}
      onClose={onClose}
      onExitTransitionEnd={() => shown.current !== undefined && focusCard(shown.current)}
      size="64rem"
      fullScreen={isPhone}
      // Escape then closes the question above this dialog, and must leave this dialog open.
      closeOnEscape={modals.length === 0}
      padding={isPhone ? 'md' : 'lg'}
    >
      <Modal.Overlay />
      <Modal.Content>
        {hotelId !== undefined && <Details key={hotelId} hotelId={hotelId} onMove={onMove} />}
      </Modal.Content>
    </Modal.Root>
  );
}

type DetailsProps = { hotelId: number; onMove: Props['onMove'] };

function Details({ hotelId, onMove }: DetailsProps) {
  const { hotel, edited, reading, error, retry } = useHotel(hotelId);
  const isOnline = useIsOnline();
  return (
    <>
      <Modal.Header>
        <Modal.Title className={classes.title ?? ''}>
          {hotel ? <HotelTitle hotel={hotel} /> : 'Hotel'}
        </Modal.Title>
        <Modal.CloseButton aria-label="Close" />
      </Modal.Header>
      <Modal.Body>
        {error && !reading && <NotLoaded error={error} onRetry={retry} />}
        <NotRefreshed />
        {reading?.isCached && <FromDevice savedAt={reading.savedAt} />}
        {hotel && <EditNotice edited={edited} isOnline={isOnline} />}
        {!reading && !error && <Waiting />}
        {hotel && (
          <Suspense fallback={<Waiting />}>
            <HotelDetails hotel={hotel} onMove={onMove} />
          </Suspense>
        )}
      </Modal.Body>
    </>
  );
}

function HotelTitle({ hotel }: { hotel: Hotel }) {
  return (
    <Group gap="xs" align="baseline" component="span">
      <Anchor
        inherit
        className={classes.name ?? ''}
        renderRoot={(props) => <Link {...props} to={paths.hotels} search={{ hotel: hotel.id }} />}
      >
        {hotel.hotelName}
      </Anchor>
      <span className={classes.badge}>
        <StageBadge stage={hotel.stage} />
      </span>
      <Anchor
        size="sm"
        ff="text"
        renderRoot={(props) => <Link {...props} to={hotelPath(hotel.id)} />}
      >
        Open
      </Anchor>
      <Anchor
        size="sm"
        ff="text"
        renderRoot={(props) => <Link {...props} to={hotelReportPath(hotel.id)} />}
      >
        Report
      </Anchor>
    </Group>
  );
}

function NotLoaded({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (error instanceof ApiError && error.status === 404)
    return (
      <Empty
        title="This hotel is not on your board"
        text="It may have been deleted, or assigned to someone else."
      />
    );
  return (
    <LoadError
      title="The hotel could not be loaded"
      offline="The hotel needs a connection"
      error={error}
      onRetry={onRetry}
    />
  );
}

function Waiting() {
  return (
    <div className={classes.columns} aria-hidden>
      <div className={classes.column}>
        <Skeleton height={190} />
        <Skeleton height={64} />
      </div>
      <div className={classes.column}>
        <Skeleton height={120} />
        <Skeleton height={220} />
      </div>
    </div>
  );
}
