import { Button } from '@mantine/core';
import { IconCompass } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import { useMaybeCurrentUser } from '#web/lib/current-user.ts';
import { paths } from '#web/paths.ts';

import { MessagePage } from './message-page.tsx';

export function NotFound() {
  const person = useMaybeCurrentUser();
  return (
    <main>
      <MessagePage
        icon={<IconCompass size={34} stroke={1.5} />}
        title="404 Page Not Found"
        actions={
          <Button component={Link} to={person ? paths.dashboard : paths.signIn} variant="default">
            {person ? 'Back to dashboard' : 'Sign In'}
          </Button>
        }
      >
        <p>Did you forget to add the page to the router?</p>
      </MessagePage>
    </main>
  );
}
