import { Outlet, useRouterState } from '@tanstack/react-router';

import { useArrived, useTime } from '#web/lib/use-arrived.ts';
import { Loading } from '#web/ui/loading.tsx';

/** The route's screen. The one that the app begins with is drawn as what arrives is. */
export function FirstScreen() {
  const isTime = useTime();
  const isLoaded = useRouterState({
    select: ({ resolvedLocation }) => (resolvedLocation ? true : undefined),
  });
  return useArrived(isLoaded) && isTime ? <Outlet /> : <Loading />;
}
