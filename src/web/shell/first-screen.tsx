import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

import { noteScreenShown } from '#web/lib/when-quiet.ts';
import { Deferred } from '#web/ui/deferred.tsx';
import { Loading } from '#web/ui/notices/loading.tsx';

/**
 * Renders the route's screen. The first screen after start is rendered in slices, so that a slow
 * phone can respond to touch in between.
 */
export function FirstScreen() {
  const isLoaded = useRouterState({
    select: ({ resolvedLocation }) => (resolvedLocation ? true : undefined),
  });
  return (
    <Deferred fallback={<Loading />}>
      <Deferred value={isLoaded}>{(is) => (is ? <Shown /> : <Loading />)}</Deferred>
    </Deferred>
  );
}

function Shown() {
  // This effect runs after the effects of the screen inside, in which the screen begins its reads.
  useEffect(noteScreenShown, []);
  return <Outlet />;
}
