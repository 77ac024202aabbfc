import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import { paths } from '#web/paths.ts';

import { MessagePage } from './message-page.tsx';

export function AccessRestricted() {
  return (
    <MessagePage
      icon={<IconLock size={32} stroke={1.5} />}
      title="Access Restricted"
      actions={
        <Button component={Link} to={paths.dashboard} variant="default">
          Back to dashboard
        </Button>
      }
    >
      <p>You don&apos;t have permission to access this feature.</p>
      <p>Contact your administrator if you need access.</p>
    </MessagePage>
  );
}
