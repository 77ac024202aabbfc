import '#web/ui/app-styles.ts';

import { ModalsProvider } from '@mantine/modals';
import type { ReactNode } from 'react';

import { ChoosePasswordScreen } from '#web/features/auth/choose-password-screen.tsx';
import { currentUser, useMaybeCurrentUser } from '#web/lib/current-user.ts';
import { prepareFormats } from '#web/lib/format.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { readAgainWhenOnline } from '#web/offline/read-again.ts';
import { closeOfflineStore, openOfflineStore } from '#web/offline/sync-status.ts';
import { Deferred } from '#web/ui/deferred.tsx';
import { Loading } from '#web/ui/loading.tsx';

import { FirstScreen } from './first-screen.tsx';
import { OfflineBanner } from './offline-banner.tsx';

/** The device's store is its owner's: it opens and closes with whoever signs in and out. */
function followCurrentUser() {
  const person = currentUser.get();
  if (!person) closeOfflineStore();
  else if (!person.mustChangePassword) void openOfflineStore(person);
}
currentUser.subscribe(followCurrentUser);
readAgainWhenOnline(queryClient);
followCurrentUser();
prepareFormats();

/** What every signed-in page has around it. Without children, the route's own content. */
export function SignedIn({ children }: { children?: ReactNode }) {
  const person = useMaybeCurrentUser();
  if (!person) return <Loading />;
  return (
    <Deferred fallback={<Loading />}>
      {person.mustChangePassword ? (
        <ChoosePasswordScreen />
      ) : (
        <ModalsProvider>
          {children ?? <FirstScreen />}
          <OfflineBanner />
        </ModalsProvider>
      )}
    </Deferred>
  );
}
