import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';

import type { RoundReview } from '#domain/rounds/review.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';

const LinkDialog = lazy(async () => ({
  default: (await import('#web/ui/contacts/link-dialog.tsx')).LinkDialog,
}));

const title = 'Ask the hotel to assess itself';

/**
 * Shows the button that makes a link by which somebody at the hotel answers a self-assessment. It shows only
 * while the round takes answers.
 */
export function AskHotel({ round: { id, kind, status, hotelId } }: { round: RoundReview }) {
  const isOnline = useIsOnline();
  const [isOpen, setOpen] = useState(false);
  if (kind !== 'self' || (status !== 'open' && status !== 'submitted')) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconLink size={18} aria-hidden />}
        disabled={!isOnline}
        onClick={() => setOpen(true)}
      >
        {title}
      </Button>
      {isOpen && (
        <Suspense>
          <LinkDialog title={title} hotelId={hotelId} roundId={id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
