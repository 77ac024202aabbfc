import { Outlet, useRouterState } from '@tanstack/react-router';

import { Deferred } from '#web/ui/deferred.tsx';
import { Loading } from '#web/ui/loading.tsx';

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
      <Deferred value={isLoaded}>{(is) => (is ? <Outlet /> : <Loading />)}</Deferred>
    </Deferred>
  );
}
