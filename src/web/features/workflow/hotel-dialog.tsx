import { Anchor, Group, Modal, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useModals } from '@mantine/modals';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import type { Hotel } from '#domain/hotels/hotel.ts';
import type { Stage } from '#domain/workflow/stages.ts';
import { ApiError } from '#web/lib/api.ts';
import { useStored } from '#web/lib/use-stored.ts';
import { editedHotels } from '#web/offline/outbox/hotel-edit.ts';
import { useIsOnline } from '#web/offline/sync-status.ts';
import { hotelReportPath, paths } from '#web/paths.ts';
import { FromDevice } from '#web/ui/from-device.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { NotRefreshed } from '#web/ui/not-refreshed.tsx';
import { StageBadge } from '#web/ui/stage-badge.tsx';
import { AssessmentData } from './assessment-data.tsx';
import { withEdit, type Movable } from './board-state.ts';
import { EditNotice } from './edit-notice.tsx';
import { EvaluationSection } from './evaluation-section.tsx';
import { focusCard } from './hotel-card.tsx';
import classes from './hotel-dialog.module.css';
import { HotelFacts } from './hotel-facts.tsx';
import { InterviewActions } from './interview-actions.tsx';
import { KeyDates } from './key-dates.tsx';
import { hotelQuery } from './read-workflow.ts';
import { StageSelector } from './stage-selector.tsx';
import { usePendingMoves } from './use-moves.ts';

type Props = {
  hotelId: number | undefined;
  onMove: (hotel: Movable, stage: Stage) => void;
  onClose: () => void;
};

/** All about one hotel of the board. It is read when the dialog opens. */
export function HotelDialog({ hotelId, onMove, onClose }: Props) {
  const isPhone = useMediaQuery('(max-width: 47.99em)') ?? false;
  const { modals } = useModals();
  const shown = useRef(hotelId);
  useEffect(() => {
    shown.current = hotelId ?? shown.current;
  }, [hotelId]);
  return (
    <Modal.Root
      opened={hotelId !== undefined}
      onClose={onClose}
      onExitTransitionEnd={() => shown.current !== undefined && focusCard(shown.current)}
      size="64rem"
      fullScreen={isPhone}
      // Escape answers the question that stands above this dialog, and leaves the dialog.
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
  const { data, error, refetch } = useQuery(hotelQuery(hotelId));
  const isOnline = useIsOnline();
  const edited = useStored(editedHotels)?.get(hotelId);
  const hotel = useShown(data?.value && withEdit(data.value, edited));
  return (
    <>
      <Modal.Header>
        <Modal.Title className={classes.title ?? ''}>
          {hotel ? <HotelTitle hotel={hotel} /> : 'Hotel'}
        </Modal.Title>
        <Modal.CloseButton aria-label="Close" />
      </Modal.Header>
      <Modal.Body>
        {error && !data && <NotLoaded error={error} onRetry={() => void refetch()} />}
        <NotRefreshed />
        {data?.isCached && <FromDevice savedAt={data.savedAt} />}
        {hotel && <EditNotice edited={edited} isOnline={isOnline} />}
        {!data && !error && <Waiting />}
        {hotel && (
          <div className={classes.columns}>
            <div className={classes.column}>
              <HotelFacts hotel={hotel} />
              <StageSelector hotel={hotel} onMove={onMove} />
              <KeyDates hotel={hotel} />
            </div>
            <div className={classes.column}>
              <InterviewActions hotel={hotel} />
              {hotel.stage === 'Evaluation' && (
                <EvaluationSection hotel={hotel} isOnline={isOnline} />
              )}
              <AssessmentData hotelId={hotel.id} />
            </div>
          </div>
        )}
      </Modal.Body>
    </>
  );
}

/** The hotel with the moves that the server has not answered yet. */
function useShown(hotel: Hotel | undefined): Hotel | undefined {
  const moves = usePendingMoves().filter(({ hotelId }) => hotelId === hotel?.id);
  return (
    hotel &&
    moves.reduce((shown, { stage, status = shown.status }) => ({ ...shown, stage, status }), hotel)
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
  return <LoadError title="The hotel could not be loaded" error={error} onRetry={onRetry} />;
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
