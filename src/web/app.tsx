import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';

import { currentUser } from './lib/current-user.ts';
import { onSignedOut } from './lib/api.ts';
import { queryClient } from './lib/query-client.ts';
import { returnTo } from './lib/return-to.ts';
import { sessionEnd } from './lib/session-end.ts';
import { paths } from './paths.ts';
import { router } from './routes.tsx';
import { cssVariables } from './ui/theme/css-variables.ts';
import { SayPlace } from './ui/notices/say.tsx';
import { theme } from './ui/theme/theme.ts';
import { Toasts } from './ui/notices/toasts.tsx';

// public/color-scheme.js reads the same key before the first paint.
const colorScheme = localStorageColorSchemeManager({ key: 'bellwether-color-scheme' });

/**
 * When the session has ended, sign the person out and remember the address, so that the next
 * sign-in leads back to it. The sign-in page then says that the session has ended.
 */
onSignedOut(() => {
  if (!currentUser.get()) return;
  returnTo.remember(router.state.location.href);
  sessionEnd.note();
  queryClient.clear();
  currentUser.set(null);
});

/**
 * Go to the sign-in page when the person signed out here or in another tab, or the server ended the
 * session.
 */
currentUser.subscribe(() => {
  if (currentUser.get()) sessionEnd.forget();
  if (currentUser.get() || router.state.location.pathname === paths.signIn) return;
  void router.navigate({ to: paths.signIn });
});

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
    >
      <SayPlace />
      <Toasts />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
