import { Suspense } from 'react';

import { idle } from '#web/lib/when-quiet.ts';

import { Deferred } from './deferred.tsx';
import { lazyBeside } from './lazy-beside.tsx';

const ToastPlace = lazyBeside(async () => {
  await idle(longestWait);
  return (await import('./toast-place.tsx')).ToastPlace;
});

/** Milliseconds for which the place waits until the screen is rendered. */
const longestWait = 3_000;

/**
 * Loads and renders the place for toasts after the screen. It is nearly always there before the first
 * toast, so that screen readers announce toasts. A toast that is shown earlier waits for it.
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
