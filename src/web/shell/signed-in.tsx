import '#web/ui/app-styles.ts';

import { ModalsProvider } from '@mantine/modals';
import type { ReactNode } from 'react';

import { ChoosePasswordScreen } from '#web/features/auth/choose-password-screen.tsx';
import { currentUser, useMaybeCurrentUser } from '#web/lib/current-user.ts';
import { prepareFormats } from '#web/lib/format.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { readAgainWhenOnline, readArrived } from '#web/offline/read-again.ts';
import { closeOfflineStore, openOfflineStore, whenArrived } from '#web/offline/sync-status.ts';
import { Deferred } from '#web/ui/deferred.tsx';
import { IconTooltips } from '#web/ui/icon-tooltips.tsx';
import { Loading } from '#web/ui/loading.tsx';

import { FindAnything } from './find-anything.tsx';
import { FirstScreen } from './first-screen.tsx';
import { OfflineBanner } from './offline-banner.tsx';

/**
 * Opens and closes the device's store when a person signs in or out, because each person has their
 * own.
 */
function followCurrentUser() {
  const person = currentUser.get();
  if (!person) closeOfflineStore();
  else if (!person.mustChangePassword) void openOfflineStore(person);
}
currentUser.subscribe(followCurrentUser);
readAgainWhenOnline(queryClient);
whenArrived(() => void readArrived(queryClient));
followCurrentUser();
prepareFormats();

/** Renders what surrounds every signed-in page. Without children it shows the route's screen. */
export function SignedIn({ children }: { children?: ReactNode }) {
  const person = useMaybeCurrentUser();
  if (!person) return <Loading />;
  return (
    <Deferred fallback={<Loading />}>
      {person.mustChangePassword ? (
        <ChoosePasswordScreen />
      ) : (
        <ModalsProvider>
          {children ?? (
            <>
              <FirstScreen />
              <FindAnything place="interview" />
            </>
          )}
          <OfflineBanner />
          <IconTooltips />
        </ModalsProvider>
      )}
    </Deferred>
  );
}
