import { notificationsStore } from '@mantine/notifications';
import { Suspense } from 'react';

import { queryClient } from '#web/lib/query-client.ts';
import { whenQuiet } from '#web/lib/when-quiet.ts';

import { Deferred } from '#web/ui/deferred.tsx';
import { lazyBeside } from '#web/ui/lazy-beside.tsx';

const ToastPlace = lazyBeside(async () => {
  await Promise.race([whenQuiet(queryClient), firstToast]);
  return (await import('./toast-place.tsx')).ToastPlace;
});

const firstToast = new Promise<void>((shown) => notificationsStore.subscribe(() => shown()));

/**
 * Loads and renders the place for toasts once the screen is there, or with the first toast. It nearly always
 * exists before the first toast, so that screen readers announce that toast.
 */
export function Toasts() {
  return (
    <Deferred>
      <Suspense>
        <ToastPlace />
      </Suspense>
    </Deferred>
  );
}
