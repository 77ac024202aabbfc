import { Button } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';

import type { ExitPlan } from '#web/offline/store/exit-plan-records.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';

import classes from './exit.module.css';

const LinkDialog = lazy(async () => ({
  default: (await import('#web/ui/contacts/link-dialog.tsx')).LinkDialog,
}));

/**
 * Shows the button that opens the link by which the hotel follows its plan, as a QR code to scan in the
 * meeting.
 */
export function HotelLink({ plan: { hotelId, roundId } }: { plan: ExitPlan }) {
  const isOnline = useIsOnline();
  const [isOpen, setOpen] = useState(false);
  if (!isOnline)
    return (
      <p className={classes.linkLater}>The hotel’s link can be made once there is a connection.</p>
    );
  return (
    <>
      <Button
        variant="default"
        size="lg"
        leftSection={<IconQrcode size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Link for the hotel
      </Button>
      {isOpen && (
        <Suspense>
          <LinkDialog hotelId={hotelId} roundId={roundId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
