import { Alert, Skeleton, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';

import type { Hotel } from '#domain/hotels/hotel.ts';
import { ApiError, isNotFound } from '#web/lib/api.ts';
import { useUnsavedGuard } from '#web/lib/use-unsaved-guard.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Empty } from '#web/ui/notices/empty.tsx';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { Say } from '#web/ui/notices/say.tsx';
import { AddHotel } from './add-hotel.tsx';
import { EditHotel } from './edit-hotel.tsx';
import { hotelIn } from './hotels-view.ts';
import { hotelQuery } from './read-hotels.ts';
import type { Unsaved } from './unsaved.ts';

type Props = {
  /** The id of the hotel to edit, or `new` to add one. The dialog is closed when undefined. */
  open: number | 'new' | undefined;
  hotels: readonly Hotel[];
  onClose: () => void;
};

/** Shows the dialog that adds or edits a hotel. */
export function HotelDialog({ open, hotels, onClose }: Props) {
  const isDirty = useRef(false);
  const isAsking = useUnsavedGuard(() => isDirty.current, hotelIn);
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const onDirty = useCallback((now: boolean) => {
    isDirty.current = now;
  }, []);
  const onDone = () => {
    isDirty.current = false;
    onClose();
  };
  return (
    <Dialog
      opened={open !== undefined}
      onClose={onClose}
      title={open === 'new' ? 'Add Hotel' : 'Edit Hotel'}
      size="58rem"
      fullScreen={isNarrow}
      // Escape then closes the question above this dialog, and must not close this dialog too.
      closeOnEscape={!isAsking}
      transitionProps={{ exitDuration: 0 }}
    >
      {open === 'new' && <AddHotel onDirty={onDirty} onDone={onDone} onCancel={onClose} />}
      {typeof open === 'number' && (
        <Opened
          key={open}
          id={open}
          listed={hotels.find(({ id }) => id === open)}
          {...{ onDirty, onDone, onCancel: onClose }}
        />
      )}
    </Dialog>
  );
}

const unreadable = 'The hotel could not be loaded';

/** Shows the hotel from the list at once, and the server's newer state when it arrives. */
function Opened({
  id,
  listed,
  onDirty,
  ...props
}: Unsaved & { id: number; listed: Hotel | undefined }) {
  const [isTyped, setTyped] = useState(false);
  const tellDirty = useCallback(
    (now: boolean) => {
      setTyped(now);
      onDirty(now);
    },
    [onDirty],
  );
  const { data, error, refetch } = useQuery(hotelQuery(id));
  const hotel = data && data.value.version >= (listed?.version ?? 0) ? data.value : listed;
  const isRefused = error instanceof ApiError;
  // When the server refuses the hotel, show the refusal even if the list still has it. What somebody has
  // typed stays in sight, to be copied.
  if (error && (!hotel || (isRefused && !isTyped)))
    return <NotLoaded error={error} onRetry={() => void refetch()} />;
  if (hotel)
    return (
      <>
        {isRefused && (
          <Alert color="red" mb="md" role="alert" title={unreadable}>
            {error.detail} You can still copy what you entered.
          </Alert>
        )}
        <EditHotel hotel={hotel} onDirty={tellDirty} {...props} />
      </>
    );
  return (
    <Stack>
      <Say words="Loading…" />
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} height={60} />
      ))}
    </Stack>
  );
}

/** Shows why there is no hotel. Retry is offered only where it can help. */
function NotLoaded({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (isNotFound(error))
    return (
      <Empty
        title="We couldn’t find this hotel"
        text="It may have been deleted, or assigned to someone else."
      />
    );
  return <LoadError title={unreadable} error={error} onRetry={onRetry} />;
}
