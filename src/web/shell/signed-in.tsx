import { lazy, Suspense, type ReactNode } from 'react';

import '#web/ui/theme/app-styles.ts';
import { currentUser, useMaybeCurrentUser } from '#web/lib/current-user.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { wasSignedInHere } from '#web/lib/session.ts';
import { whenQuiet } from '#web/lib/when-quiet.ts';
import { isServedHere } from '#web/offline/app/app-update.ts';
import { readAgainWhenOnline, readArrived } from '#web/offline/readings/read-again.ts';
import { closeOfflineStore, openOfflineStore, whenArrived } from '#web/offline/sync/sync-status.ts';
import { Deferred } from '#web/ui/deferred.tsx';
import { IconTooltips } from '#web/ui/notices/icon-tooltips.tsx';
import { Loading } from '#web/ui/notices/loading.tsx';

import { FindAnything } from './find-anything.tsx';
import { FirstScreen } from './first-screen.tsx';
import { OfflineBanner } from './offline-banner.tsx';

const ChoosePasswordScreen = lazy(async () => ({
  default: (await import('#web/features/auth/choose-password-screen.tsx')).ChoosePasswordScreen,
}));

/**
 * Opens and closes the device's store when a person signs in or out, because each person has their own. If the
 * code of the sync must come over the network, the sync starts only once the first screen is shown. After a
 * sign-in it starts at once, because it first cancels what the last sign-out planned for the store, and puts
 * back what that sign-out sealed.
 */
function followCurrentUser() {
  const person = currentUser.get();
  const mayWait = !isServedHere() && !wasSignedInHere();
  if (!person) closeOfflineStore();
  else if (!person.mustChangePassword)
    void openOfflineStore(person, mayWait ? whenQuiet(queryClient) : undefined);
}
currentUser.subscribe(followCurrentUser);
readAgainWhenOnline(queryClient);
whenArrived(() => void readArrived(queryClient));
followCurrentUser();

/** Renders what surrounds every signed-in page. Without children it shows the route's screen. */
export function SignedIn({ children }: { children?: ReactNode }) {
  const person = useMaybeCurrentUser();
  if (!person) return <Loading />;
  return (
    <Deferred fallback={<Loading />}>
      {person.mustChangePassword ? (
        <Suspense fallback={<Loading />}>
          <ChoosePasswordScreen />
        </Suspense>
      ) : (
        <>
          {children ?? (
            <>
              <FirstScreen />
              <FindAnything place="interview" />
            </>
          )}
          <OfflineBanner />
          <IconTooltips />
        </>
      )}
    </Deferred>
  );
}
