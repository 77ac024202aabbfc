import { Button, Skeleton } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';

import { Dialog } from '#web/ui/dialogs/dialog.tsx';

const Comparison = lazy(async () => ({ default: (await import('./comparison.tsx')).Comparison }));

/** Shows the button that opens the comparison of a re-assessment with the round that it repeats. */
export function ComparisonButton({ roundId }: { roundId: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
        Compare
      </Button>
      <Dialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="Re-assessment compared"
        size="xl"
      >
        <Suspense fallback={<Skeleton height={320} />}>
          <Comparison roundId={roundId} />
        </Suspense>
      </Dialog>
    </>
  );
}
