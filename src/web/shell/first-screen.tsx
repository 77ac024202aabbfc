import { Outlet, useRouterState } from '@tanstack/react-router';

import { Deferred } from '#web/ui/deferred.tsx';
import { Loading } from '#web/ui/loading.tsx';

/** The route's screen. The one that the app begins with is drawn as what arrives is. */
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
